import { expect, it } from "vitest";
import type { Page } from "../../../server/contracts/console-api.ts";
import type { AuditRow } from "../../../server/contracts/logs-api.ts";
import { startNewsroom } from "../../support/newsroom.ts";

const { appliance } = await startNewsroom();
const deeds = (cursor = "") => appliance.console<Page<AuditRow>>("GET", `/audit${cursor && `?cursor=${cursor}`}`);

it("lists what admins did, newest first and page by page, and never a secret", async () => {
  const project = await appliance.createProject({ name: "The Daily" });
  await appliance.console("POST", `/projects/${project.id}/reveal-secret`);
  for (let hours = 1; hours <= 60; hours++) await appliance.console("PATCH", "/settings", { token_hours: hours });
  const first = await deeds();
  expect(first.items[0]).toMatchObject({ action: "settings changed", detail: { token_hours: 60 } });
  const second = await deeds(first.next_cursor ?? "");
  const all = [...first.items, ...second.items];
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.filter(({ subject }) => subject === project.id)).toMatchObject([
    { action: "secret revealed", subject_name: "The Daily" },
    { action: "project created", subject_name: "The Daily" },
  ]);
  expect(first.items[0]).toMatchObject({ address: "127.0.0.1", person: { id: "owner", name: null } });
  expect(second.next_cursor).toBeNull();
  expect(JSON.stringify(all)).not.toContain(project.api_secret);
});
