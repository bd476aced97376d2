/** The pages of the settings and the tabs of a project, by their name in the URL, with the roles that may open them. */
import type { Role } from "../../../server/contracts/accounts-api.ts";
import { useMe, useRoleCheck } from "../data/me.ts";
import type { messages } from "../messages/index.ts";

export type PageName = keyof typeof messages.settings.pages;

interface Needs {
  /** Lower roles see why the page is closed. */
  toOpen: Role;
  /** Lower roles see its forms disabled. */
  toChange: Role;
}

/** In order. */
export const PAGES: Readonly<Record<PageName, Needs>> = {
  network: { toOpen: "viewer", toChange: "admin" },
  deliveries: { toOpen: "viewer", toChange: "operator" },
  limits: { toOpen: "viewer", toChange: "admin" },
  retention: { toOpen: "viewer", toChange: "admin" },
  backups: { toOpen: "viewer", toChange: "admin" },
  replication: { toOpen: "viewer", toChange: "admin" },
  access: { toOpen: "admin", toChange: "admin" },
  admins: { toOpen: "admin", toChange: "admin" },
  account: { toOpen: "viewer", toChange: "viewer" },
  notifications: { toOpen: "viewer", toChange: "admin" },
  appearance: { toOpen: "viewer", toChange: "viewer" },
  sample: { toOpen: "viewer", toChange: "admin" },
  logs: { toOpen: "admin", toChange: "admin" },
  audit: { toOpen: "admin", toChange: "admin" },
  about: { toOpen: "viewer", toChange: "viewer" },
};

export const PAGE_NAMES = Object.keys(PAGES) as PageName[];

/** The pages that the login may open. The owner has no account. */
export function useOpenPages(): PageName[] {
  const hasRole = useRoleCheck();
  const hasAccount = useMe()?.person != null;
  return PAGE_NAMES.filter((name) => hasRole(PAGES[name].toOpen) && (name !== "account" || hasAccount));
}

/** In order, with the lowest role that can open it. Fonts have a separate page; the keys link to the signatures. */
export const TABS = {
  keys: "viewer",
  hosts: "viewer",
  integrate: "viewer",
  check: "operator",
  fonts: "viewer",
  snippets: "viewer",
  links: "admin",
  settings: "viewer",
  signatures: "viewer",
} as const satisfies Record<string, Role>;

export type TabName = Exclude<keyof typeof TABS, "fonts">;

/** The first tab by default; null for an unknown one. */
export function tabAt(segment = "keys"): TabName | null {
  return Object.hasOwn(TABS, segment) && segment !== "fonts" ? (segment as TabName) : null;
}
