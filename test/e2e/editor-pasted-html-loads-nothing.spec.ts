import http from "node:http";
import type { AddressInfo } from "node:net";
import { article, openEditor, outline, paste } from "./editor-page.ts";
import { expect, test } from "./fixtures.ts";

test("pastes HTML without requesting anything in it", async ({ page, openArticle }) => {
  const asked: string[] = [];
  const elsewhere = http.createServer((req, res) => {
    asked.push(req.url ?? "");
    res.end();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  const wanted: string[] = [];
  page.on("request", (request) => wanted.push(request.url()));

  await openEditor(page, (await openArticle("bridge")).url);
  await article(page).focus();
  await paste(page, {
    html: `<h1>Top</h1><h2>Second</h2><h5>Small</h5>
      <p style="color:red" onclick="alert(1)">Some <b>bold</b> and <em>slanted</em>
      <a href="javascript:alert(1)">bad</a> <a href="https://example.org/" onmouseover="x()">good</a></p>
      <img src="${origin}/pixel.png" onerror="alert(1)"><figure><img src="${origin}/big.png"><figcaption>Theirs</figcaption></figure>
      <iframe src="${origin}/frame"></iframe><link rel="stylesheet" href="${origin}/style.css">
      <script src="${origin}/script.js"></script><ul><li>One<li>Two</ul><blockquote>Said</blockquote>`,
  });
  await expect(article(page)).toContainText("Said");
  expect(await outline(page)).toEqual([
    "h2: Top",
    "h2: Second",
    "h4: Small",
    "p: Some bold and slanted bad good",
    "figure: ",
    "figure: Theirs",
    "ul: OneTwo",
    "blockquote: Said",
  ]);
  const links = article(page).locator("a");
  await expect(links).toHaveCount(1);
  await expect(links).toHaveAttribute("href", "https://example.org/");
  expect(await article(page).locator("img, iframe, script, [style*=red], [onclick]").count()).toBe(0);
  expect(asked).toEqual([]);
  expect(wanted.filter((url) => url.startsWith(origin))).toEqual([]);
  elsewhere.close();
});
