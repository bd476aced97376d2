/** The parts of a project, each with its address: /projects/:id/hosts. */

/** In the order in which they stand; fonts have a page of their own. */
export const TABS = ["keys", "hosts", "integrate", "check", "fonts", "snippets", "settings"] as const;

/** What the pane shows. signatures: the wrong ones, reached from keys. */
export type TabName = Exclude<(typeof TABS)[number], "fonts"> | "signatures";

/** The first one where the address names none; null where it names one that there is not. */
export function tabAt(segment: string | undefined): TabName | null {
  if (segment === undefined) return "keys";
  const names: readonly TabName[] = ["keys", "hosts", "integrate", "check", "snippets", "settings", "signatures"];
  return names.find((name) => name === segment) ?? null;
}
