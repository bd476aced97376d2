import type { Role } from "../../../server/contracts/accounts-api.ts";

/** In order, with the lowest role that can open it. Fonts have a separate page. */
export const TABS = {
  keys: "viewer",
  hosts: "viewer",
  integrate: "viewer",
  check: "operator",
  fonts: "viewer",
  snippets: "viewer",
  links: "admin",
  settings: "viewer",
} as const satisfies Record<string, Role>;

export const TAB_NAMES = Object.keys(TABS) as (keyof typeof TABS)[];

/** `signatures` is linked from the keys. */
export type TabName = Exclude<keyof typeof TABS, "fonts"> | "signatures";

/** The first tab by default; null for an unknown one. */
export function tabAt(segment: string | undefined): TabName | null {
  if (segment === undefined) return "keys";
  const names: readonly TabName[] = [
    "keys",
    "hosts",
    "integrate",
    "check",
    "snippets",
    "links",
    "settings",
    "signatures",
  ];
  return names.find((name) => name === segment) ?? null;
}
