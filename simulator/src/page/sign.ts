/** The part of a text that depends neither on seats nor on numbers: its words of two letters or more. */
export function sign(text: string): string {
  return (text.match(/\p{L}{2,}/gu) ?? []).join(' ');
}
