/** Chromium, which starts on first use and ends with the process; and `electron.session`: each partition is a separate profile of it. */

import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Browser, BrowserContext } from "playwright-core";
import { app } from "./app.ts";

const SWITCHES = [
  "--no-startup-window",
  "--remote-debugging-port=0",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Background requests of a full browser that Electron does not make.
  "--disable-extensions",
  "--no-pings",
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
];

interface Chromium {
  browser: Browser;
  child: ChildProcess;
}

let started: Promise<Chromium> | null = null;

/** Prints Chromium's debugging URL to stderr like Electron: Playwright waits for that line. */
export async function startChromium(): Promise<Browser> {
  started ??= launch();
  return (await started).browser;
}

/**
 * A profile: cookies, storage and permissions of one Electron session.
 * @param kept file with the initial cookies and storage
 */
async function newContext(kept?: string): Promise<BrowserContext> {
  return (await startChromium()).newContext({
    viewport: null,
    acceptDownloads: true,
    ...(kept === undefined ? {} : { storageState: kept }),
  });
}

async function stopChromium(): Promise<void> {
  if (started === null) return;
  const { browser, child } = await started;
  // A signal to the whole process group, such as Ctrl-C, has already ended it.
  if (browser.isConnected() && child.exitCode === null && child.signalCode === null) {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  }
}

async function launch(): Promise<Chromium> {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), "stand-in-chromium-"));
  const child = spawn(
    process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    ["--headless", ...SWITCHES, `--user-data-dir=${profile}`],
    {
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  process.once("exit", () => {
    child.kill("SIGKILL");
    fs.rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });
  for await (const line of createInterface({ input: child.stderr })) {
    const url = /^DevTools listening on (\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    process.stderr.write(`\n${line}\n`);
    child.stderr.resume();
    // Imported late: it takes a third of a second, and commands and second starts do not need it.
    const { chromium } = await import("playwright-core");
    return { browser: await chromium.connectOverCDP(url), child };
  }
  throw new Error("Chromium ended before it could be driven");
}

type RequestHandler = (
  contents: unknown,
  permission: string,
  decide: (granted: boolean) => void,
  details: { requestingUrl: string },
) => void;
type BeforeRequest = (
  details: { url: string; resourceType: string },
  answer: (response: { cancel?: boolean }) => void,
) => void;
type CheckHandler = (contents: unknown, permission: string, requestingOrigin: string, details: object) => boolean;

/** Permissions that pages of these tests request: Electron's name, Chromium's name. */
const PERMISSIONS = [
  ["geolocation", "geolocation"],
  ["notifications", "notifications"],
  ["clipboard-read", "clipboard-read"],
  ["clipboard-sanitized-write", "clipboard-write"],
] as const;

export class Session extends EventEmitter {
  #context: Promise<BrowserContext> | null = null;
  #request: RequestHandler | null = null;
  #check: CheckHandler | null = null;
  #spellChecks = true;
  #languages = ["en-US"];
  #mayAsk: BeforeRequest | null = null;
  readonly cookies = {
    get: async ({ url }: { url: string }) => (await this.context()).cookies(url),
  };
  readonly webRequest = {
    onBeforeRequest: (listener: BeforeRequest | null): void => {
      this.#mayAsk = listener;
    },
  };

  /** File of a persistent session; null for others. */
  readonly #file: string | null;

  constructor(partition: string) {
    super();
    const name = /^persist:(.+)/.exec(partition)?.[1];
    this.#file = name === undefined ? null : path.join(app.getPath("userData"), "Partitions", name, "kept.json");
  }
  context(): Promise<BrowserContext> {
    this.#context ??= newContext(this.#file !== null && fs.existsSync(this.#file) ? this.#file : undefined);
    return this.#context;
  }
  /** Saves the session at exit. Chromium does so at any time; a killed process loses unsaved data. */
  async keep(): Promise<void> {
    if (this.#file !== null && this.#context !== null) await (await this.#context).storageState({ path: this.#file });
  }
  setPermissionRequestHandler(handler: RequestHandler | null): void {
    this.#request = handler;
  }
  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.#check = handler;
  }
  setDevicePermissionHandler(): void {}
  setSpellCheckerEnabled(enable: boolean): void {
    this.#spellChecks = enable;
  }
  isSpellCheckerEnabled = (): boolean => this.#spellChecks;
  setSpellCheckerLanguages(languages: string[]): void {
    this.#languages = languages;
  }
  getSpellCheckerLanguages = (): string[] => this.#languages;
  /** Resolves with the app's decision; false if it cancels the request. */
  mayRequest(url: string, resourceType: string): Promise<boolean> {
    return new Promise((resolve) => {
      if (this.#mayAsk === null) return resolve(true);
      this.#mayAsk({ url, resourceType }, ({ cancel = false }) => resolve(!cancel));
    });
  }
  /** Sets each permission in advance with the app's handlers, since Chromium cannot call them. */
  async decidePermissions(contents: unknown, url: string): Promise<void> {
    if (!url.startsWith("http")) return;
    const context = await this.context();
    const granted = PERMISSIONS.filter(([name]) => this.#grants(contents, name, url)).map(
      ([, chromiumName]) => chromiumName,
    );
    await context.clearPermissions();
    await context.grantPermissions(granted, { origin: new URL(url).origin });
  }
  #grants(contents: unknown, permission: string, url: string): boolean {
    let requested = this.#request === null;
    this.#request?.(contents, permission, (decision) => (requested = decision), { requestingUrl: url });
    return requested && (this.#check?.(contents, permission, new URL(url).origin, {}) ?? true);
  }
  /** Pages of these tests only use cookies and localStorage. */
  async clearStorageData({ storages = ["cookies", "localstorage"] }: { storages?: string[] } = {}): Promise<void> {
    if (storages.includes("localstorage")) throw new Error("The stand-in cannot clear localStorage");
    if (storages.includes("cookies")) await (await this.context()).clearCookies();
  }
}

const partitions = new Map<string, Session>();

export const session = {
  /** Ignores `cache`: the stand-in never caches on disk. */
  fromPartition(name: string, _options?: { cache: boolean }): Session {
    const known = partitions.get(name) ?? new Session(name);
    partitions.set(name, known);
    return known;
  },
  get defaultSession(): Session {
    return session.fromPartition("");
  },
};

app.endChromium = async () => {
  try {
    for (const each of partitions.values()) await each.keep();
  } finally {
    await stopChromium();
  }
};
