import { expect, it, test } from "vitest";
import type { ProjectRow } from "../../../server/contracts/projects-api.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { stateOf } from "../../support/site.ts";

test("the list of projects shows each one's last use and number of undelivered articles", async () => {
  const { appliance, project, site, article } = await startNewsroom();
  const row = async () => {
    const { items } = await appliance.console<{ items: ProjectRow[] }>("GET", "/projects");
    return items.find(({ id }) => id === project.id);
  };
  expect(await row()).toMatchObject({ last_activity_at: null, undelivered: 0 });
  const begun = Date.now();
  site.answer = () => ({ rc: 0, rm: "Locked" });
  await (await article("one")).deliver();
  const used = await row();
  expect(used).toMatchObject({ undelivered: 1 });
  expect(Date.parse(used?.last_activity_at ?? "")).toBeGreaterThanOrEqual(begun);
});

it("applies embed hosts and loading from the next save, and rejects invalid hosts", async () => {
  const { appliance, project, article, archiveOf } = await startNewsroom();
  const set = (settings: object) => appliance.console("PATCH", `/projects/${project.id}`, { settings });
  for (const host of [
    "*.example.org",
    "http://charts.example.org",
    "user@charts.example.org",
    "a.example/?x",
    "a.b 9px",
  ])
    await expect(set({ embed_hosts: [host] }), host).rejects.toThrow(/422/);
  await expect(set({ embed_hosts: Array.from({ length: 101 }, (_, n) => `h${n}.example`) })).rejects.toThrow(/422/);

  const { deliver, load } = await article("m");
  const embed = { type: "embed", attrs: { href: "https://charts.example.org/embed/7", title: "Ships" } };
  const page = async () => {
    await deliver(stateOf(embed));
    return (await archiveOf("m")).get("vms_html.html");
  };
  expect(await page()).toContain('<a class="galley-card" href="https://charts.example.org/embed/7"');

  await set({ embed_hosts: [" https://Charts.example.org/embed 420px "], embed_loading: "at_once" });
  expect((await load()).embeds).toEqual({
    loading: "at_once",
    hosts: [{ host: "charts.example.org", path: "/embed", shape: "420px" }],
  });
  expect(await page()).toContain('style="height:420px" src="https://charts.example.org/embed/7" sandbox=');
});
