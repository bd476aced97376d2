import { expect, it } from "vitest";
import type { EditorSession } from "../../../server/contracts/editor-api.ts";
import { readArchive } from "../../nightly/fault/support/archive.ts";
import { startAppliance } from "../../support/appliance.ts";
import { articleOf, downloadArchive, editorOf, openSession, startSite } from "../../support/site.ts";

it("a project says which hosts may be embedded and when they load, from the next save on; nonsense is refused", async () => {
  const appliance = await startAppliance();
  const site = await startSite();
  try {
    const project = await appliance.createProject();
    const set = (settings: object) => appliance.console("PATCH", `/projects/${project.id}`, { settings });
    for (const host of [
      "*.example.org",
      "http://charts.example.org",
      "user@charts.example.org",
      "a.example/?x",
      "a.example 9px",
    ])
      await expect(set({ embed_hosts: [host] }), host).rejects.toThrow(/422/);
    await expect(set({ embed_hosts: Array.from({ length: 101 }, (_, n) => `h${n}.example`) })).rejects.toThrow(/422/);

    const keys = { material_id: "m", callback_url: site.callbackUrl };
    const session = await openSession(appliance.url, project, keys);
    const editor = editorOf(session);
    const embed = { type: "embed", attrs: { href: "https://charts.example.org/embed/7", title: "Ships" } };
    const state = articleOf("Words");
    const vms_json = { ...state, doc: { ...state.doc, content: [...state.doc.content, embed] } };
    let base: number | null = null;
    const saved = async () => {
      const { number } = (await (
        await editor("POST", "/versions", { save_id: `s-${base}`, base_version: base, user_email: null, vms_json })
      ).json()) as { number: number };
      base = number;
      const { content_url } = (await site.received(number)).body;
      return Buffer.from(await (await downloadArchive(project, content_url, "m")).arrayBuffer());
    };
    const pageOf = async () => {
      return (await readArchive(await saved())).get("vms_html.html")?.toString() ?? "";
    };
    expect(await pageOf()).toContain('<a class="galley-card" href="https://charts.example.org/embed/7"');

    await set({ embed_hosts: [" https://Charts.example.org/embed 420px "], embed_loading: "at_once" });
    expect(((await (await editor("GET", "")).json()) as EditorSession).embeds).toEqual({
      loading: "at_once",
      hosts: [{ host: "charts.example.org", path: "/embed", shape: "420px" }],
    });
    expect(await pageOf()).toContain('style="height:420px" src="https://charts.example.org/embed/7" sandbox=');
  } finally {
    await appliance.close();
    await site.close();
  }
});
