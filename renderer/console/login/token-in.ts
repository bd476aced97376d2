/** The token itself, also out of a pasted login link. */
export function tokenIn(typed: string): string {
  const text = typed.trim();
  return URL.parse(text)?.searchParams.get("token") ?? text;
}
