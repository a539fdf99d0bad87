/** A text without seats and numbers: its words of two letters or more. Identifies what a screen says. */
export function sign(text: string): string {
  return (text.match(/\p{L}{2,}/gu) ?? []).join(' ');
}
