import { expect, test } from "vitest";
import { listedProjects } from "../../../../renderer/console/data/filters.ts";
import type { ProjectRow } from "../../../../server/contracts/projects-api.ts";

const project = (name: string, part: Partial<ProjectRow> = {}): ProjectRow =>
  ({
    name,
    api_key: `gk_${name}`,
    allowed_hosts: [],
    enabled: true,
    last_activity_at: null,
    undelivered: 0,
    ...part,
  }) as ProjectRow;

const PROJECTS = [
  project("Sport", { last_activity_at: "2026-11-23T10:00:00.000+00:00", allowed_hosts: ["cms.sport.example"] }),
  project("Archive", { enabled: false, last_activity_at: "2025-01-01T10:00:00.000+00:00" }),
  project("News", { undelivered: 3, last_activity_at: "2026-11-22T10:00:00.000+00:00" }),
  project("Blog", { undelivered: 12 }),
];

test.each([
  ["name", ["Archive", "Blog", "News", "Sport"]],
  ["activity", ["Sport", "News", "Archive", "Blog"]],
  ["state", ["Blog", "News", "Sport", "Archive"]],
] as const)("sorts projects by %s", (sort, names) => {
  expect(listedProjects(PROJECTS, { q: "", sort }).map(({ name }) => name)).toEqual(names);
});

test("finds projects by parts of their name, key and hosts", () => {
  const found = (q: string) => listedProjects(PROJECTS, { q, sort: "name" }).map(({ name }) => name);
  expect(found("SPORT cms")).toEqual(["Sport"]);
  expect(found("gk_news")).toEqual(["News"]);
  expect(found("nothing")).toEqual([]);
});
