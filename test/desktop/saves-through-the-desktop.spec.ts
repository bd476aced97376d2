import fs from "node:fs";
import path from "node:path";
import { expect, test } from "./support/desktop.ts";
import { downloadArchive, makeProject, saveArticle } from "./support/site.ts";

test("serves the archive of a save", async ({ desktop: { url, consoleUrl, dataDir } }) => {
  const project = await makeProject(consoleUrl, fs.readFileSync(path.join(dataDir, "console-token"), "utf8"));
  const saved = await saveArticle(url, project, "Set on the desktop");

  const archive = await downloadArchive(project, saved);
  expect(archive.status).toBe(200);
  expect(archive.headers.get("content-type")).toBe("application/zip");
  const bytes = Buffer.from(await archive.arrayBuffer());
  expect(bytes.subarray(0, 4)).toEqual(Buffer.from("PK\x03\x04"));
  for (const name of ["vms_html.html", "vms_json.json", "metadata_json.json"]) expect(bytes.includes(name)).toBe(true);
});
