import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import type { ElectronApplication } from "@playwright/test";
import Sqlite from "better-sqlite3";
import { freePort } from "../support/listening.ts";
import { saveArticle } from "./support/articles.ts";
import { type Desktop, expect, launchDesktop, test } from "./support/desktop.ts";
import { chooseInBoxes, exitAfter } from "./support/shown.ts";

const KEEP_RUNNING = 1;

async function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** The database is closed and intact. */
function expectClosed(dataDir: string): void {
  expect(fs.existsSync(path.join(dataDir, "galley.db-wal"))).toBe(false);
  const database = new Sqlite(path.join(dataDir, "galley.db"), { readonly: true });
  expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
  database.close();
}

/** The cookie and the key of the window's login. */
async function secretsOf({ app, window, consoleUrl }: Desktop) {
  const cookie = await app.evaluate(async ({ session }, url) => {
    const cookies = await session.fromPartition("persist:console").cookies.get({ url });
    return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  }, `${consoleUrl}/api`);
  return { cookie, "x-galley-key": await window.evaluate(() => localStorage.getItem("galley:key") ?? "") };
}

const place = (app: ElectronApplication) =>
  app.evaluate(() => {
    const window = globalThis.consoleWindow();
    return window === undefined ? null : { bounds: window.getNormalBounds(), maximised: window.isMaximized() };
  });

test("a restart keeps articles, language, theme and the window's place, but not the login", async ({ dataDir }) => {
  // Pages store their settings by origin, so the console's port must stay the same.
  const ports = ["--port=0", `--console-port=${await freePort()}`, "--sandbox-port=0"];
  const moved = { x: 140, y: 120, width: 900, height: 640 };
  const first = await launchDesktop({ dataDir, ports });
  const { window, consoleUrl } = first;
  const opens = (headers: Record<string, string>) =>
    fetch(`${consoleUrl}/api/me`, { headers }).then(({ status }) => status);
  const project = await first.createProject();
  const saved = await saveArticle(first, project, "Saved first");

  const old = await test.step("change language, theme and the window's position", async () => {
    await window.goto(`${consoleUrl}/settings/appearance`);
    await window.getByLabel("Appearance", { exact: true }).selectOption("Dark");
    await window.getByLabel("Language", { exact: true }).selectOption("Русский");
    await expect(window.getByRole("heading", { name: "Оформление и язык" })).toBeVisible();
    const small = await first.app.evaluate(() => {
      const shown = globalThis.consoleWindow();
      shown?.setBounds({ width: 100, height: 100 });
      return shown?.getNormalBounds();
    });
    expect(small).toMatchObject({ width: 640, height: 480 });
    await first.app.evaluate((_electron, bounds) => globalThis.consoleWindow()?.setBounds(bounds), moved);
    const login = await secretsOf(first);
    expect(await opens(login)).toBe(200);
    return login;
  });

  const left = await test.step("the end of the session frees the ports and closes the database", async () => {
    // The last change before the exit is kept, too.
    const maximised = await first.app.evaluate(() => {
      const shown = globalThis.consoleWindow();
      shown?.maximize();
      return shown?.isMaximized();
    });
    expect(await isListening(first.url)).toBe(true);
    const endSession = () =>
      first.app.evaluate(({ BrowserWindow, powerMonitor }) => {
        const event = { preventDefault() {} };
        // Windows asks a hidden window; other systems ask the process.
        if (process.platform === "win32")
          for (const each of BrowserWindow.getAllWindows())
            each.emit("query-session-end", { ...event, reasons: ["logoff"] });
        else powerMonitor.emit("shutdown", event);
      });
    expect(await exitAfter(first.process, endSession)).toEqual([0, null]);
    expect(await Promise.all([first.url, consoleUrl].map(isListening))).toEqual([false, false]);
    expectClosed(dataDir);
    return maximised;
  });

  await test.step("the next start restores everything; a signal ends it without a question", async () => {
    const second = await launchDesktop({ dataDir, ports });
    await expect.poll(() => place(second.app)).toEqual({ bounds: moved, maximised: left });
    await second.window.goto(`${consoleUrl}/settings/appearance`);
    await expect(second.window.getByRole("heading", { name: "Оформление и язык" })).toBeVisible();
    await expect(second.window.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
    expect(await opens(await secretsOf(second))).toBe(200);
    expect(await opens(old)).toBe(401);
    expect(await opens({ authorization: `Bearer ${second.consoleToken}` })).toBe(200);
    expect(await saved.archiveAt(second)).toBe(200);
    // Its delivery stays pending: no program listens at its callback URL.
    await saveArticle(second, project, "Saved second");
    await chooseInBoxes(second.app, KEEP_RUNNING);
    // Windows has no SIGTERM.
    if (process.platform === "win32") return second.app.evaluate(({ app }) => app.exit());
    expect(await exitAfter(second.process, () => second.process.kill("SIGTERM"))).toEqual([0, null]);
    expectClosed(dataDir);
  });
});
