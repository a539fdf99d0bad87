/** What does not depend on who plays and which numbers are dialled: the words of two letters or more. */
export function sign(text: string): string {
  return (text.match(/\p{L}{2,}/gu) ?? []).join(' ');
}
