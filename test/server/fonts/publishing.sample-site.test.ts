import { expect, it } from "vitest";
import type { FontTree } from "../../../server/fonts/font-tree.ts";
import { deliverySettles } from "../../support/deliveries.ts";
import { addFont, publish } from "../../support/fonts.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { ttf } from "../../support/sample-fonts.ts";

const { appliance } = await startNewsroom();
const project = await appliance.sandboxProject();

it("a published font is on the sample site's pages, and the appliance knows its addresses", async () => {
  const opened = await fetch(`${appliance.sandboxUrl}/articles/sample`, { method: "POST", redirect: "manual" });
  const id = opened.headers.get("location")?.split("/").at(-1);
  const edit = await fetch(`${appliance.sandboxUrl}/articles/${id}/edit`, { method: "POST", redirect: "manual" });
  const editor = new URL(edit.headers.get("location") ?? "");
  const session = editor.pathname.split("/").at(-1);

  const font = ttf({ family: "Ferry" });
  const { file_name, woff2 } = await addFont(appliance, project.id, "ferry.ttf", font);
  const { snapshot, deliveries } = await publish(appliance, project.id);
  expect(deliveries).toBe(1);
  const { items } = await appliance.console<{ items: { id: string; session_id: string }[] }>(
    "GET",
    `/deliveries?snapshot=${snapshot.id}`,
  );
  expect(items[0]?.session_id).toBe(session);
  const delivery = await deliverySettles(appliance, items[0]?.id ?? "");
  expect(delivery).toMatchObject({ state: "delivered", site_message: "ok" });

  const page = await (await fetch(`${appliance.sandboxUrl}/articles/${id}`)).text();
  const cssUrl = `${appliance.sandboxUrl}/files/fonts/vms_fonts.css`;
  expect(page).toContain(`<link rel="stylesheet" href="${cssUrl}">`);
  const css = await (await fetch(cssUrl)).text();
  expect(css).toContain(`url("${appliance.sandboxUrl}/files/fonts/${woff2?.file_name}") format("woff2")`);
  expect(css).not.toContain("dummy-");
  const served = await fetch(`${appliance.sandboxUrl}/files/fonts/${file_name}`);
  expect(Buffer.from(await served.arrayBuffer())).toEqual(font);

  const state = await fetch(`${appliance.url}/editor/api/sessions/${session}`, {
    headers: { authorization: `Bearer ${editor.hash.slice("#t=".length)}` },
  });
  const { fonts } = (await state.json()) as { fonts: FontTree };
  expect(fonts.css.clientUrl).toBe(cssUrl);
  expect(fonts.list[0]).toMatchObject({
    family: "Ferry",
    variants: [{ files: { woff2: { clientUrl: `${appliance.sandboxUrl}/files/fonts/${woff2?.file_name}` } } }],
  });
});
