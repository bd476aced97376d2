import fs from "node:fs";
import path from "node:path";
import { askAsThePage, expect, test } from "./support/desktop.ts";
import { downloadArchive, makeProject, saveArticle } from "./support/site.ts";

test.use({ ownDesktop: true });

test("restores a backup in the running app, under the key of the keychain", async ({
  desktop: { url, consoleUrl, dataDir, window, process },
}) => {
  const token = fs.readFileSync(path.join(dataDir, "console-token"), "utf8").trim();
  const post = (where: string, body: BodyInit) =>
    fetch(`${consoleUrl}/api${where}`, { method: "POST", headers: { authorization: `Bearer ${token}` }, body });
  const project = await makeProject(consoleUrl, token);
  const kept = await saveArticle(url, project, "Kept");
  const backup = await (await post("/backup", "{}")).arrayBuffer();
  const later = await saveArticle(url, project, "Saved later");

  expect((await post("/restore", backup)).status).toBe(202);
  await expect(window.getByText("Deliveries are on hold.")).toBeVisible({ timeout: 30_000 });
  expect((await downloadArchive(project, kept)).status).toBe(200);
  expect((await downloadArchive(project, later)).status).toBe(404);
  expect(process.exitCode).toBeNull();

  // The window's login is the data folder's, not the backup's.
  await window.reload();
  expect((await askAsThePage(window, "/me")).status).toBe(200);
});
