import { expect, it } from "vitest";
import { AUDIT_ACTIONS } from "../../../../server/contracts/audit-actions.ts";
import type { AuditFacets, AuditRow } from "../../../../server/contracts/logs-api.ts";
import { inDatabase, startNewsroom } from "../../../support/newsroom.ts";

const { appliance, project, article } = await startNewsroom({
  name: "The Daily",
  respond: () => ({ rc: 0, rm: "No." }),
});
const found = (query: Record<string, string>) =>
  appliance.list<AuditRow>(`/audit?${new URLSearchParams(query).toString()}`);

/** Adds an entry of another admin. */
const record = (entry: Partial<Record<"at" | "action" | "subject" | "person_id" | "person" | "project_id", unknown>>) =>
  inDatabase(appliance.dataDir, (database) =>
    database
      .prepare(
        `INSERT INTO audit_log (at, action, subject, detail, person_id, person, project_id)
         VALUES (@at, @action, @subject, '{"file":"Ёлка.woff2"}', @person_id, @person, @project_id)`,
      )
      .run({ at: Date.now(), subject: "s", person: null, project_id: null, person_id: "galley", ...entry }),
  );

it("lists entries page by page, newest first, without secrets", async () => {
  await appliance.console("POST", `/projects/${project.id}/reveal-secret`);
  for (let hours = 1; hours <= 50; hours++) await appliance.console("PATCH", "/settings", { token_hours: hours });
  const first = await appliance.audit();
  expect(first).toHaveLength(50);
  expect(first[0]).toMatchObject({ action: "settings changed", detail: { token_hours: 50 } });
  const all = await appliance.listAll<AuditRow>("/audit");
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.filter(({ subject }) => subject === project.id)).toMatchObject([
    { action: "secret revealed", subject_name: "The Daily", project_id: project.id },
    { action: "project created", subject_name: "The Daily", project_id: project.id },
  ]);
  expect(first[0]).toMatchObject({ address: "127.0.0.1", person: { id: "owner", name: null } });
  expect(JSON.stringify(all)).not.toContain(project.api_secret);
});

it("keeps the project and name of a deleted article, and records a resend by a journalist", async () => {
  const written = await article("harbour");
  await written.deliver();
  expect((await written.ask("POST", "/versions/1/retry")).status).toBe(202);
  await appliance.console("DELETE", `/sessions/${written.session.session_id}`);
  const [deleted, resent] = await found({ project: project.id, q: "harbour" });
  expect(deleted).toMatchObject({ action: "session deleted", subject_name: "harbour", person: { id: "owner" } });
  expect(resent).toMatchObject({ action: "delivery sent again", person: { id: "editor" }, address: "127.0.0.1" });
});

it("filters by person, action, project, time and words, alone and combined", async () => {
  const other = "11111111-2222-3333-4444-555555555555";
  const ann = { person_id: "aaaaaaaa-0000-0000-0000-000000000001", person: "Ann" };
  record({ ...ann, at: 1_000, action: "font added", project_id: other, subject: "one" });
  record({ ...ann, at: 2_000, action: "font removed", project_id: other, subject: "two" });
  record({ ...ann, person: "Ann Lee", at: 3_000, action: "font added", project_id: project.id, subject: "three" });
  const subjects = async (query: Record<string, string>) => (await found(query)).map(({ subject }) => subject);
  const person = ann.person_id;
  expect(await subjects({ person })).toEqual(["three", "two", "one"]);
  expect(await subjects({ person, action: "font added" })).toEqual(["three", "one"]);
  expect(await subjects({ person, action: "font added", project: other })).toEqual(["one"]);
  expect(await subjects({ project: other, from: "1970-01-01T00:00:02Z" })).toEqual(["two"]);
  expect(await subjects({ person, to: "1970-01-01T00:00:03Z" })).toEqual(["two", "one"]);
  expect(await subjects({ person, q: "ёлка" })).toEqual(["three", "two", "one"]);
  expect(await subjects({ q: "елк", action: "font removed" })).toEqual(["two"]);
  expect(await subjects({ q: "Lee" })).toEqual(["three"]);
  // Filter values are not searchable, and words are not query syntax.
  expect(await subjects({ q: "aaaaaaaa00000000000000000000000001" })).toEqual([]);
  for (const q of ["* OR font", "filters : x", "…"]) expect(await subjects({ q, person })).toEqual([]);
  expect(await subjects({ person: '" OR "powner' })).toEqual([]);

  const facets = await appliance.console<AuditFacets>("GET", "/audit/facets");
  expect(facets.persons).toContainEqual({ id: person, name: "Ann Lee" });
  expect(facets.persons).toContainEqual({ id: "owner", name: null });
  expect(facets.actions).toContain("font removed");
  expect(facets.actions).not.toContain("taken over");
});

it("exports CSV without formulas, and records the export", async () => {
  const eve = { person_id: "eeeeeeee-0000-0000-0000-000000000002", person: '=HYPERLINK("https://evil")' };
  record({ ...eve, at: 5_000, action: "font added", subject: 'a "quoted",\nname' });
  for (const formula of ["+1", "-1", "@x", "\t=1"])
    record({ ...eve, at: 5_000, action: "font added", subject: formula });
  const response = await appliance.request("GET", `/audit.csv?person=${eve.person_id}`);
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("content-disposition")).toMatch(
    /^attachment; filename="?galley-audit-log-\d{4}-\d\d-\d\d\.csv"?$/,
  );
  const [mark, ...text] = Buffer.from(await response.arrayBuffer()).toString("utf8");
  const [header, ...lines] = text.join("").split("\r\n");
  expect(mark).toBe("\ufeff");
  expect(header).toBe("time,person_id,person,action,subject,subject_name,project_id,address,detail");
  const rest = (subject: string) =>
    `1970-01-01T00:00:05.000+00:00,${eve.person_id},"'=HYPERLINK(""https://evil"")",font added,${subject},,,,"{""file"":""Ёлка.woff2""}"`;
  expect(lines).toEqual([...["'\t=1", "'@x", "'-1", "'+1", '"a ""quoted"",\nname"'].map(rest), ""]);
  const [exported] = await found({ action: "audit log exported" });
  expect(exported).toMatchObject({ detail: { person: eve.person_id } });
});

it("indexes each action as one token", () => {
  for (const action of AUDIT_ACTIONS) expect(action).toMatch(/^[a-z ]+$/);
});
