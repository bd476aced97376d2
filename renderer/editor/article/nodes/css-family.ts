/** A font family as a value of CSS, quoted so that no name can say anything else. */
export function cssFamily(family: string): string {
  const quoted = family.replace(/[^\p{L}\p{N} _-]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `);
  return `"${quoted}"`;
}
