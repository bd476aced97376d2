import { afterAll, beforeAll, expect, test } from "vitest";
import { type SiteAndService, sendZip, startSiteAndService } from "../../support/hand-made-service.ts";
import { PICTURE, saveArchive } from "../../support/sample-save.ts";
import { wholeZip } from "../../support/whole-zip.ts";

let bench: SiteAndService;
beforeAll(async () => {
  bench = await startSiteAndService();
});
afterAll(() => bench.close());

test("an article goes from its title through the editor to the public page, and back into the editor", async () => {
  const id = await bench.write("The cat of the town hall");
  expect(bench.opened[0]).toMatchObject({
    api_key: "gk_test",
    material_id: id,
    callback_url: `${bench.siteUrl}/galley/callback`,
    vms_json: null,
    metadata: { editor_user_id: "sandbox-editor", section_id: "news" },
  });

  bench.download = sendZip(saveArchive());
  const { status, body } = await bench.save(id);
  const url = `${bench.siteUrl}/files/${id}/cat-1a2b3c4d.png`;
  expect(status).toBe(200);
  expect(body).toMatchObject({ rc: 1, rm: "ok" });
  expect(body.data?.vms_json).toEqual({
    assets: { "cat-1a2b3c4d.png": { clientUrl: url, size: PICTURE.length } },
    doc: { text: "Good morning", src: url },
  });
  expect(bench.downloaded).toHaveLength(1);

  const page = await (await fetch(`${bench.siteUrl}/articles/${id}`)).text();
  expect(page).toContain(`<p>Good morning</p><img src="${url}" alt="A cat">`);
  const picture = await fetch(url);
  expect(picture.headers.get("content-type")).toBe("image/png");
  expect(picture.headers.get("x-content-type-options")).toBe("nosniff");
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(PICTURE);

  const edit = await bench.post(`/articles/${id}/edit`, {});
  expect(edit.status).toBe(303);
  expect(edit.headers.get("location")).toMatch(/\/editor\/1#t=token$/);
  expect(bench.opened.at(-1)?.vms_json).toEqual(body.data?.vms_json);
});

test("an assets map that PHP wrote as [] counts as empty", async () => {
  const id = await bench.write("No pictures");
  const entries = [
    { name: "vms_html.html", data: "<p>Words</p>" },
    { name: "vms_json.json", data: `{"assets": []}` },
  ];
  bench.download = sendZip(wholeZip(entries));
  expect((await bench.save(id)).body).toEqual({ rc: 1, rm: "ok", data: { vms_json: { assets: {} } } });
});
