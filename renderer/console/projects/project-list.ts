import type { ProjectRow } from "../../../server/contracts/projects-api.ts";

export const ORDERS = ["name", "activity", "state"] as const;
type Order = (typeof ORDERS)[number];

/** Sorts by name, newest activity or problems. The search covers name, key and hosts. */
export function listedProjects(projects: readonly ProjectRow[], { q, sort }: { q: string; sort: Order }): ProjectRow[] {
  const words = q.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const textOf = ({ name, api_key, allowed_hosts }: ProjectRow) =>
    [name, api_key, ...allowed_hosts].join(" ").toLocaleLowerCase();
  const weight = ({ enabled, undelivered }: ProjectRow) => (enabled ? undelivered : -1);
  return projects
    .filter((project) => words.every((word) => textOf(project).includes(word)))
    .toSorted((a, b) => {
      if (sort === "activity") return (b.last_activity_at ?? "").localeCompare(a.last_activity_at ?? "");
      if (sort === "state" && weight(a) !== weight(b)) return weight(b) - weight(a);
      return a.name.localeCompare(b.name);
    });
}
