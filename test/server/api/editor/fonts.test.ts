import { beforeEach, expect, it } from "vitest";
import type { EditorSession } from "../../../../server/contracts/editor-api.ts";
import type { ProjectWithSecret } from "../../../../server/contracts/projects-api.ts";
import { addFont, publish } from "../../../support/fonts.ts";
import { startNewsroom } from "../../../support/newsroom.ts";
import { ttf } from "../../../support/sample-fonts.ts";
import { editorOf, openSession } from "../../../support/site.ts";

const { appliance } = await startNewsroom();
let project: ProjectWithSecret;
beforeEach(async () => {
  project = await appliance.createProject();
});

const open = () =>
  openSession(appliance.url, project, { material_id: "m", callback_url: "http://127.0.0.1:9/galley/callback" });
const shown = async (editor: ReturnType<typeof editorOf>) => (await (await editor("GET", "")).json()) as EditorSession;

const urlsIn = (css: string) => [...css.matchAll(/url\("([^"]*)"\)/g)].map(([, address = ""]) => address);

it("lists the families in the order of the tree, and serves their CSS and files", async () => {
  for (const family of ["Press", "Agate", "Press"])
    await addFont(appliance, project.id, `${family}.ttf`, ttf({ family, weight: family === "Press" ? 700 : 400 }));
  const editor = editorOf(await open());
  expect((await shown(editor)).font_families).toEqual([]);
  expect((await editor("GET", "/fonts/vms_fonts.css")).status).toBe(404);

  await publish(appliance, project.id);
  expect((await shown(editor)).font_families).toEqual(["Agate", "Press"]);
  const answer = await editor("GET", "/fonts/vms_fonts.css");
  expect(answer.headers.get("content-type")).toBe("text/css; charset=utf-8");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  const css = await answer.text();
  // Only @font-face rules.
  expect(css.replace(/@font-face \{[^{}]*\}/g, "").trim()).toBe("");
  const addresses = urlsIn(css);
  expect(addresses).toHaveLength(4);
  for (const address of addresses) {
    expect(address).toMatch(/^[a-z0-9-]+\.(ttf|woff2)$/);
    const file = await editor("GET", `/fonts/${address}`);
    expect(file.headers.get("content-type")).toBe(`font/${address.split(".").at(-1)}`);
    expect(file.headers.get("x-content-type-options")).toBe("nosniff");
    expect((await file.bytes()).length).toBe(Number(file.headers.get("content-length")));
  }
});

it("requires only the session's cookie", async () => {
  await addFont(appliance, project.id, "Press.ttf", ttf({ family: "Press" }));
  await publish(appliance, project.id);
  const session = await open();
  const base = `${appliance.url}/editor/api/sessions/${session.session_id}`;
  const body = JSON.stringify({ token: session.url.split("#t=")[1] });
  const logIn = await fetch(`${base}/login`, { method: "POST", body });
  const cookie = logIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  expect((await fetch(`${base}/fonts/vms_fonts.css`)).status).toBe(401);
  const css = await fetch(`${base}/fonts/vms_fonts.css`, { headers: { cookie } });
  const [address = ""] = urlsIn(await css.text());
  const file = new URL(address, css.url);
  expect((await fetch(file)).status).toBe(401);
  expect((await fetch(file, { headers: { cookie } })).status).toBe(200);
});

it("serves new CSS after a publication, and still the files of the previous one", async () => {
  const font = await addFont(appliance, project.id, "Press.ttf", ttf({ family: "Press" }));
  await publish(appliance, project.id);
  const editor = editorOf(await open());
  const first = await editor("GET", "/fonts/vms_fonts.css");
  expect(first.headers.get("cache-control")).toBe("private, no-cache");
  const [old = ""] = urlsIn(await first.text());
  await appliance.console("DELETE", `/projects/${project.id}/fonts/${font.file_name}`);
  await addFont(appliance, project.id, "Agate.ttf", ttf({ family: "Agate" }));
  await publish(appliance, project.id);
  const second = await editor("GET", "/fonts/vms_fonts.css");
  expect(second.headers.get("etag")).not.toBe(first.headers.get("etag"));
  expect((await editor("GET", `/fonts/${old}`)).status).toBe(200);
});

it("serves only published fonts of the session's project", async () => {
  const font = await addFont(appliance, project.id, "Press.ttf", ttf({ family: "Press" }));
  const editor = editorOf(await open());
  expect((await editor("GET", `/fonts/${font.file_name}`)).status).toBe(404);
  await publish(appliance, project.id);
  expect((await editor("GET", `/fonts/${font.file_name}`)).status).toBe(200);
  project = await appliance.createProject();
  const stranger = editorOf(await open());
  expect((await stranger("GET", `/fonts/${font.file_name}`)).status).toBe(404);
  for (const name of ["..%2F..%2Fgalley.db", "none.woff2", "constructor"])
    expect((await stranger("GET", `/fonts/${name}`)).status).toBe(404);
});
