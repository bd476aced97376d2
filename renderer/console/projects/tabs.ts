/** In order. Fonts have a page of their own. */
export const TABS = ["keys", "hosts", "integrate", "check", "fonts", "snippets", "settings"] as const;

/** `signatures` is reached from the keys. */
export type TabName = Exclude<(typeof TABS)[number], "fonts"> | "signatures";

/** The first tab by default; null for an unknown one. */
export function tabAt(segment: string | undefined): TabName | null {
  if (segment === undefined) return "keys";
  const names: readonly TabName[] = ["keys", "hosts", "integrate", "check", "snippets", "settings", "signatures"];
  return names.find((name) => name === segment) ?? null;
}
