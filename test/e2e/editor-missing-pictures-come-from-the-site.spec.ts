import http from "node:http";
import type { AddressInfo } from "node:net";
import { article, openEditor, png } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test("pictures of an article that came from the site appear as they are fetched, and one that is gone is named", async ({
  page,
  openArticle,
}) => {
  const picture = await png(page, "dawn.png", "teal");
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const site = http.createServer(async (req, res) => {
    if (req.url !== "/dawn.png") return void res.writeHead(404).end();
    await held;
    res.writeHead(200, { "content-type": "image/png" }).end(picture.bytes);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const figure = (file: string) => ({ type: "figure", attrs: { file, alt: file } });
  const session = await openArticle("bridge", {
    vms_json: {
      format: "galley/1",
      doc: { type: "doc", content: [figure("dawn.png"), figure("gone.png")] },
      assets: { "dawn.png": { clientUrl: `${origin}/dawn.png` }, "gone.png": { clientUrl: `${origin}/gone.png` } },
    },
  });
  const wanted: string[] = [];
  page.on("request", (request) => wanted.push(request.url()));
  await openEditor(page, session.url);
  await expect(article(page)).toContainText("dawn.png is being fetched from the site…");
  await expect(article(page)).toContainText("gone.png could not be fetched from the site");

  letGo();
  await expect(page.getByRole("img", { name: "dawn.png" })).toBeVisible();
  await expect(article(page)).not.toContainText("dawn.png is being fetched");
  expect(wanted.filter((url) => url.startsWith(origin))).toEqual([]);
  site.close();
});
