import { afterAll, beforeAll, expect, test } from "vitest";
import { type SiteAndService, sendZip, startSiteAndService } from "../../support/hand-made-service.ts";
import { wholeZip } from "../../support/whole-zip.ts";

let bench: SiteAndService;
beforeAll(async () => {
  bench = await startSiteAndService();
});
afterAll(() => bench.close());

const FILE = "proof-400-1a2b3c4d.woff2";
const tree = {
  css: { id: "vms_fonts.css", clientUrl: "dummy-vms_fonts.css" },
  list: [
    {
      family: "Proof",
      variants: [{ weight: 400, style: "normal", files: { woff2: { id: FILE, clientUrl: `dummy-${FILE}` } } }],
    },
  ],
};
const css = `@font-face{font-family:"Proof";src:url("dummy-${FILE}") format("woff2")}`;
const archive = [
  { name: "vms_fonts.css", data: css },
  { name: "vms_fonts.json", data: JSON.stringify(tree) },
  { name: `vms_fonts/${FILE}`, data: "wOF2…" },
];
const metadata = { editor_user_id: null, version_id: null, version_cdate: null, user_email: null, user_ip: null };

test("fonts are stored, answered with public URLs, and included on every public page", async () => {
  const id = await bench.write("Set in Proof");
  expect(await (await fetch(`${bench.siteUrl}/articles/${id}`)).text()).not.toContain("vms_fonts.css");

  bench.download = sendZip(wholeZip(archive));
  const { body } = await bench.save(id, { event: "site_fonts_updated", metadata, fonts: tree });
  const cssUrl = `${bench.siteUrl}/files/fonts/vms_fonts.css`;
  const fileUrl = `${bench.siteUrl}/files/fonts/${FILE}`;
  expect(body).toEqual({
    rc: 1,
    rm: "ok",
    data: {
      fonts: {
        css: { id: "vms_fonts.css", clientUrl: cssUrl },
        list: [
          {
            family: "Proof",
            variants: [{ weight: 400, style: "normal", files: { woff2: { id: FILE, clientUrl: fileUrl } } }],
          },
        ],
      },
    },
  });

  const served = await fetch(cssUrl);
  expect(served.headers.get("content-type")).toBe("text/css; charset=utf-8");
  expect(await served.text()).toBe(css.replace(`dummy-${FILE}`, fileUrl));
  const font = await fetch(fileUrl);
  expect(font.headers.get("content-type")).toBe("font/woff2");
  expect(font.headers.get("access-control-allow-origin")).toBe("*");
  expect(await (await fetch(`${bench.siteUrl}/articles/${id}`)).text()).toContain(
    `<link rel="stylesheet" href="${cssUrl}">`,
  );

  await bench.restart();
  const moved = `${bench.siteUrl}/files/fonts/vms_fonts.css`;
  expect(await (await fetch(`${bench.siteUrl}/articles/${id}`)).text()).toContain(
    `<link rel="stylesheet" href="${moved}">`,
  );
  expect(await (await fetch(moved)).text()).toContain(`${bench.siteUrl}/files/fonts/${FILE}`);
});

test("an archive that lacks its CSS changes nothing and is answered without rc", async () => {
  const id = await bench.write("Set in nothing");
  bench.download = sendZip(wholeZip(archive.slice(1)));
  const { status, body } = await bench.save(id, { event: "site_fonts_updated", metadata, fonts: tree });
  expect(status).toBe(502);
  expect(body).toEqual({ detail: "The archive holds no vms_fonts.css." });
});
