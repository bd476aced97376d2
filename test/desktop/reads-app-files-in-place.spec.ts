/**
 * Electron reads files of app.asar in place, but copies a file to the temporary folder for calls that need a path or a
 * descriptor: `fs.open`, streams, `copyFile`, `execFile`. If a cleaner removes the copy, the file is missing until a
 * restart. So the app must never open its own files with these calls.
 */
import { ttf } from "../support/sample-fonts.ts";
import { PNG } from "../support/sample-media.ts";
import { uploadFile } from "../support/site.ts";
import { saveArticle } from "./support/articles.ts";
import { askAsThePage, expect, test } from "./support/desktop.ts";
import { ROOT } from "./support/runtime.ts";

test.use({ ownDesktop: true });

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path d="M0 0h2v2z"/></svg>';

test("never opens its own files in a way that makes Electron copy them, even after a restore @nightly", async ({
  desktop,
}) => {
  test.setTimeout(120_000);
  const { app, window, url, consoleUrl, consoleToken } = desktop;
  const copied = await app.evaluateHandle((_electron, root) => {
    const opened = new Set<string>();
    let inside = false;
    const files = process.getBuiltinModule("node:fs");
    const programs = process.getBuiltinModule("node:child_process");
    const { resolve, sep } = process.getBuiltinModule("node:path");
    const { syncBuiltinESMExports } = process.getBuiltinModule("node:module");
    const watch = (module: object, names: string[]) => {
      for (const name of names) {
        const original = Reflect.get(module, name) as (...args: unknown[]) => unknown;
        Reflect.set(module, name, function (this: unknown, ...args: unknown[]) {
          const file = typeof args[0] === "string" || args[0] instanceof Buffer ? resolve(String(args[0])) : "";
          if (!inside && file.startsWith(root + sep)) opened.add(`${name} ${file.slice(root.length + 1)}`);
          return Reflect.apply(original, this, args);
        });
      }
    };
    // Node's readFileSync opens the file; Electron's reads it from the archive.
    const { readFileSync } = files;
    Reflect.set(files, "readFileSync", (...args: unknown[]) => {
      inside = true;
      try {
        return Reflect.apply(readFileSync, files, args);
      } finally {
        inside = false;
      }
    });
    watch(files, ["open", "openSync", "createReadStream", "copyFile", "copyFileSync", "cp", "cpSync"]);
    watch(files.promises, ["open", "copyFile", "cp"]);
    watch(programs, ["execFile", "execFileSync"]);
    syncBuiltinESMExports();
    // Proves that the watch works.
    files.closeSync(files.openSync(`${root}${sep}package.json`, "r"));
    return { list: () => [...opened], opened };
  }, ROOT);
  const opened = () => copied.evaluate(({ list }) => list());
  expect(await opened()).toEqual(["openSync package.json"]);

  const api = async (method: string, where: string, body?: BodyInit) => {
    const response = await fetch(`${consoleUrl}/api${where}`, {
      method,
      headers: { authorization: `Bearer ${consoleToken}` },
      ...(body === undefined ? {} : { body }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.status, `${method} ${where} ${bytes.subarray(0, 200)}`).toBeLessThan(300);
    return bytes;
  };
  const project = await desktop.createProject();
  const saved = await saveArticle(desktop, project, "Set in place");
  const { sandbox_url } = JSON.parse((await api("GET", "/settings")).toString()).appliance as { sandbox_url: string };

  // Pages and their files, which are cached in memory.
  for (const page of [
    `${consoleUrl}/`,
    `${consoleUrl}/licences.txt`,
    `${url}/editor/${saved.session.session_id}`,
    `${url}/docs`,
    `${url}/docs/guide`,
    `${url}/openapi.json`,
    ...(sandbox_url ? [`${sandbox_url}/`] : []),
  ]) {
    const response = await fetch(page);
    expect(response.status, page).toBe(200);
    for (const [, file = ""] of (await response.text()).matchAll(
      /<(?:script|link|img)[^>]+(?:src|href)="([^"#?]+\.(?:js|css|svg|png))"/g,
    ))
      expect((await fetch(new URL(file, page))).status, `${page} ${file}`).toBe(200);
  }

  // Code that is loaded on first use: threads for media, fonts, backups, database facts, checkpoints.
  await uploadFile(saved.session, "drawing.svg", Buffer.from(SVG));
  await uploadFile(saved.session, "photo.png", PNG);
  await api("POST", `/projects/${project.id}/fonts?name=sample.ttf`, new Uint8Array(ttf()));
  await api("POST", `/projects/${project.id}/fonts/publish`);
  await api("POST", "/support-bundle");
  const backup = await api("POST", "/backup", "{}");
  const later = await saveArticle(desktop, project, "Saved later");
  // A restart in place reads pages and migrations again.
  await api("POST", "/restore", new Uint8Array(backup));
  await expect(window.getByText("Deliveries are on hold.")).toBeVisible({ timeout: 30_000 });

  expect(await opened()).toEqual(["openSync package.json"]);

  // The restored data works with the key of the keychain; the window's login is the data folder's, not the backup's.
  expect(await saved.archiveAt(desktop)).toBe(200);
  expect(await later.archiveAt(desktop)).toBe(404);
  await window.reload();
  expect((await askAsThePage(window, "/me")).status).toBe(200);
});
