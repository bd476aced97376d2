/** Points of Electron's security checklist, checked in the running app. docs/security.md maps each point to its test. */

import { execFile, spawnSync } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { askAsThePage, environment, expect, startForeignServer, test } from "./support/desktop.ts";
import type { OfflineReport } from "./support/run-offline.ts";

test("the window is sandboxed and isolated, and its page reaches only the console", async ({
  desktop: { app, window, consoleUrl },
}) => {
  await test.step("the window is sandboxed and isolated", async () => {
    const windows = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map(({ webContents }) => {
        // Missing in Electron's types.
        const typed = webContents as unknown as { getLastWebPreferences(): object };
        return { ...typed.getLastWebPreferences(), session: null };
      }),
    );
    expect(windows.length).toBeGreaterThan(0);
    const harmful =
      "nodeIntegration nodeIntegrationInWorker nodeIntegrationInSubFrames allowRunningInsecureContent " +
      "experimentalFeatures enableBlinkFeatures webviewTag preload";
    // On Windows there is a second, hidden window, which receives the end of the session.
    for (const preferences of windows as Record<string, unknown>[]) {
      expect(preferences).toMatchObject({ sandbox: true, contextIsolation: true });
      expect(preferences.webSecurity).not.toBe(false);
      expect(harmful.split(" ").filter((name) => Boolean(preferences[name]))).toEqual([]);
    }
  });

  await test.step("pages cannot reach the main process", async () => {
    // Electron itself listens for "error".
    const channels = await app.evaluate(({ ipcMain }) => ipcMain.eventNames().map(String));
    expect(channels.filter((name) => name !== "error")).toEqual([]);
    const names = "require process module Buffer global electron ipcRenderer contextBridge __dirname".split(" ");
    expect(await window.evaluate((each) => each.filter((name) => name in globalThis), names)).toEqual([]);
  });

  await test.step("an embedded page is refused", async () => {
    const contentsNow = () => app.evaluate(({ webContents }) => webContents.getAllWebContents().length);
    const before = await contentsNow();
    await window.evaluate(() => {
      const embedded = document.createElement("webview");
      embedded.setAttribute("src", "https://example.org/");
      embedded.setAttribute("allowpopups", "");
      document.body.append(embedded);
    });
    const attached = await app.evaluate(
      ({ webContents }) =>
        webContents.getAllWebContents().filter((contents) => {
          let isAttached = true;
          const attach = {
            preventDefault: () => {
              isAttached = false;
            },
          };
          contents.emit("will-attach-webview", attach, { nodeIntegration: true }, { src: "https://example.org/" });
          return isAttached;
        }).length,
    );
    expect(attached).toBe(0);
    expect(await contentsNow()).toBe(before);
  });

  await test.step("no session has a spellchecker", async () => {
    const states = await app.evaluate(({ session }) =>
      [session.defaultSession, session.fromPartition("persist:console")].map((one) => ({
        enabled: one.isSpellCheckerEnabled(),
        languages: one.getSpellCheckerLanguages(),
      })),
    );
    expect(states).toEqual(Array(2).fill({ enabled: false, languages: [] }));
  });

  await test.step("the window is logged in to the console, and other programs are not", async () => {
    expect(new URL(window.url()).origin).toBe(consoleUrl);
    expect(window.url()).not.toMatch(/token|login/);
    expect((await askAsThePage(window, "/me")).status).toBe(200);
    // The cookie alone gives no access, since other ports of this host also receive it.
    expect(await window.evaluate(async () => (await fetch("/api/me")).status)).toBe(401);
    expect((await fetch(`${consoleUrl}/api/me`)).status).toBe(401);
    await expect(window).toHaveTitle(/Galley/);

    const complaints: string[] = [];
    window.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    window.on("pageerror", (error) => complaints.push(error.message));
    await window.reload();
    await expect(window.getByRole("main")).toBeVisible();
    expect(complaints).toEqual([]);
  });
});

test("pages have no devices or foreign code, and their only permission is writing to the clipboard", async ({
  desktop: { app, window, consoleUrl },
}) => {
  await test.step("denies camera, microphone, screen and devices", async () => {
    const reached = await window.evaluate(async () => {
      type Requests = Record<string, (options: object) => Promise<unknown>>;
      const { bluetooth, hid, serial, usb } = navigator as unknown as Record<string, Requests | undefined>;
      const asked: Record<string, Promise<unknown> | undefined> = {
        camera: navigator.mediaDevices.getUserMedia({ video: true }),
        microphone: navigator.mediaDevices.getUserMedia({ audio: true }),
        screen: navigator.mediaDevices.getDisplayMedia({ video: true }),
        midi: navigator.requestMIDIAccess(),
        // Some systems lack some of these.
        bluetooth: bluetooth?.requestDevice?.({ acceptAllDevices: true }),
        hid: hid?.requestDevice?.({ filters: [] }),
        serial: serial?.requestPort?.({}),
        usb: usb?.requestDevice?.({ filters: [] }),
      };
      const names = Object.keys(asked).filter((name) => asked[name] !== undefined);
      const outcomes = await Promise.allSettled(names.map((name) => asked[name]));
      return names.filter((_, index) => outcomes[index]?.status === "fulfilled");
    });
    expect(reached).toEqual([]);
  });

  await test.step("grants the page only writing to the clipboard", async () => {
    await app.evaluate(() => globalThis.consoleWindow()?.focus());
    for (const name of ["geolocation", "notifications", "clipboard-read"]) {
      const state = (asked: string) =>
        navigator.permissions.query({ name: asked as PermissionName }).then((it) => it.state);
      expect(await window.evaluate(state, name), name).not.toBe("granted");
    }
    const place = await window.evaluate(
      () =>
        new Promise((resolve) =>
          navigator.geolocation.getCurrentPosition(
            () => resolve("given"),
            ({ code }) => resolve(code),
          ),
        ),
    );
    expect(place).toBe(1);
    await window.evaluate(() => navigator.clipboard.writeText("copied"));
  });

  await test.step("every page has a content security policy against foreign and inline code", async () => {
    const { origin: foreign, requests, close } = await startForeignServer();

    for (const page of ["/", "/login", "/settings", "/no-such-page", "/api/me", "/licences.txt"]) {
      const { headers } = await fetch(`${consoleUrl}${page}`, { redirect: "manual" });
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy, page).toContain("default-src 'none'");
      expect(policy, page).not.toMatch(/unsafe-|script-src[^;]*(\*|data:|blob:|http)/);
      expect(headers.get("x-content-type-options"), page).toBe("nosniff");
    }

    const stopped = await window.evaluate(async (origin) => {
      const names: string[] = [];
      const all = Promise.withResolvers<void>();
      document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
        names.push(effectiveDirective);
        if (names.length === 5) all.resolve();
      });
      const script = document.createElement("script");
      script.textContent = "globalThis.ranInline = true";
      const image = Object.assign(new Image(), { src: `${origin}/image` });
      const frame = Object.assign(document.createElement("iframe"), { src: `${origin}/frame` });
      const remote = Object.assign(document.createElement("script"), { src: `${origin}/script` });
      document.body.append(script, image, frame, remote);
      await fetch(`${origin}/fetch`).catch(() => {});
      await all.promise;
      return { names: names.sort(), ran: "ranInline" in globalThis };
    }, foreign);
    expect(stopped).toEqual({
      names: ["connect-src", "frame-src", "img-src", "script-src-elem", "script-src-elem"],
      ran: false,
    });
    expect(requests).toEqual([]);
    await close();
  });
});

const DRIVER = path.join(import.meta.dirname, "support", "run-offline.ts");
/** Runs a command in its own network namespace, which only has a loopback interface. */
const OFFLINE = ["--user", "--map-root-user", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"];
const canRunOffline = process.platform === "linux" && spawnSync("unshare", [...OFFLINE, "true"]).status === 0;

test("sends nothing to other machines between start and exit", async ({ dataDir }) => {
  // biome-ignore lint/suspicious/noSkippedTests: only there does the kernel count the attempts of every process.
  test.skip(!canRunOffline, "needs network namespaces without root (Linux, unshare and ip)");
  const { stdout } = await promisify(execFile)("unshare", [...OFFLINE, process.execPath, DRIVER, dataDir], {
    env: environment(),
    timeout: 50_000,
  });
  const { control, app, requested, consoleUrl } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as OfflineReport;
  // Proves that the kernel counts: a connection and a datagram to other machines, and a datagram within this one.
  expect(control).toEqual({ beyond: 2, datagrams: 1 });
  expect(app).toEqual({ beyond: 0, datagrams: 0 });
  expect(requested).toEqual([consoleUrl]);
});
