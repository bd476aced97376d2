import fs from "node:fs";
import path from "node:path";
import { expect, launchHidden, test } from "./support/desktop.ts";
import { ROOT } from "./support/runtime.ts";
import { chooseInBoxes, clickMenuItem, keepLinks } from "./support/shown.ts";

test("the menus open docs and folders, show the versions and save a report", async ({ dataDir }) => {
  const report = path.join(dataDir, "report.zip");
  const { app, url, consoleUrl } = await launchHidden({ dataDir, env: { SAVE_TO: report } });
  const labels = await app.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()?.items.map(({ label, role }) => role ?? label),
  );
  expect(labels).toEqual([
    ...(process.platform === "darwin" ? ["Galley"] : []),
    "&File",
    "editmenu",
    "&View",
    "windowmenu",
    "help",
  ]);

  const links = await keepLinks(app);
  for (const id of ["docs", "guide", "sample", "licences"]) await clickMenuItem(app, id);
  await expect.poll(links).toMatchObject([`${url}/docs`, `${url}/docs/guide`, /./, `${consoleUrl}/licences.txt`]);
  const pages = (await links()).slice(0, 3);
  for (const page of pages) expect((await fetch(page)).status, page).toBe(200);

  const boxes = await chooseInBoxes(app, 0);
  await clickMenuItem(app, "about");
  const { version } = JSON.parse(fs.readFileSync(path.join(ROOT, "package.json"), "utf8")) as { version: string };
  await expect.poll(boxes).toHaveLength(1);
  const [about] = await boxes();
  expect(about?.message).toBe(`Galley ${version}`);
  expect(about?.detail).toMatch(/^Electron \S+\nChromium \S+\nNode \d+\.\d+\.\d+\nSQLite 3\.\d+\.\d+\n\w+ \S+ \w+\n/);
  expect(about?.buttons).toEqual(["Close", "Copy", "Licences"]);
  await chooseInBoxes(app, 1);
  await clickMenuItem(app, "about");
  await expect
    .poll(() => app.evaluate(({ clipboard }) => clipboard.readText()))
    .toContain(`Galley ${version}\nElectron`);

  const folders = await app.evaluateHandle(({ shell }) => {
    const opened: string[] = [];
    shell.openPath = async (folder) => {
      opened.push(folder);
      return "";
    };
    return opened;
  });
  await clickMenuItem(app, "logs");
  await clickMenuItem(app, "open-data-folder");
  await expect.poll(() => folders.jsonValue()).toEqual([path.join(dataDir, "logs"), dataDir]);

  const saving = await chooseInBoxes(app, 0);
  await clickMenuItem(app, "report");
  await expect.poll(saving).toMatchObject([{ message: "Support bundle saved." }]);
  expect((await saving())[0]?.detail).toContain(report);
  expect(fs.readFileSync(report).subarray(0, 2).toString()).toBe("PK");
  await app.close();
});
