import { useQuery } from "@tanstack/react-query";
import type { Me } from "../../../server/contracts/access-api.ts";
import type { Role } from "../../../server/contracts/accounts-api.ts";
import { api } from "./api.ts";
import { meQuery } from "./queries.ts";

/** In ascending order: each role includes those before it. The schemas of the contract are not bundled. */
export const ROLES = ["viewer", "operator", "admin"] as const satisfies readonly Role[];

/** The logged-in account, owner or site link. Undefined only before the console opens. */
export function useMe(): Me | undefined {
  return useQuery(meQuery).data;
}

/** Whether the login has the role `least` or a higher one. Pages hide the other actions. */
export function useHasRole(atLeast: Role): boolean {
  return useRoleCheck()(atLeast);
}

export function useRoleCheck(): (atLeast: Role) => boolean {
  const role = useMe()?.role;
  return (atLeast) => role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(atLeast);
}

/** Ends the login. Null for the desktop window and the console token, which have no login to end. */
export function useLogOut(): (() => void) | null {
  const login = useMe()?.login ?? null;
  return login === null || login.kind === "window" ? null : () => void api.logout().catch(() => undefined);
}

/** The project of the site link that opened the console; null for people. */
export function useSiteProject(): Me["project"] {
  return useMe()?.project ?? null;
}
