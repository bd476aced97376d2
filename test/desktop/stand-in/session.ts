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
  child: ChildProcess;
  url: string;
}

let started: Promise<Chromium> | null = null;

/** Prints Chromium's debugging URL to stderr like Electron: Playwright waits for that line. */
export function startChromium(): Promise<Chromium> {
  started ??= launch();
  return started;
}

async function launch(): Promise<Chromium> {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), "stand-in-chromium-"));
  const child = spawn(
    process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    ["--headless", ...SWITCHES, `--user-data-dir=${profile}`],
    { stdio: ["ignore", "ignore", "pipe"] },
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
    return { child, url };
  }
  throw new Error("Chromium ended before it could be driven");
}

let connected: Promise<Browser> | null = null;

/** Imported late: it takes a third of a second, and only a window needs it. */
async function connect(): Promise<Browser> {
  const { url } = await startChromium();
  const { chromium } = await import("playwright-core");
  return chromium.connectOverCDP(url);
}

type PermissionRequestHandler = (
  contents: null,
  permission: string,
  decide: (granted: boolean) => void,
  details: { requestingUrl: string },
) => void;
type PermissionCheckHandler = (contents: null, permission: string, requestingOrigin: string) => boolean;
type BeforeRequest = (details: { url: string }, decide: (response: { cancel: boolean }) => void) => void;

/** Permissions that pages of these tests request: Electron's name, Chromium's name. */
const PERMISSIONS = [
  ["geolocation", "geolocation"],
  ["notifications", "notifications"],
  ["clipboard-read", "clipboard-read"],
  ["clipboard-sanitized-write", "clipboard-write"],
] as const;

export class Session extends EventEmitter {
  #context: Promise<BrowserContext> | null = null;
  #requestPermission: PermissionRequestHandler = (_contents, _permission, decide) => decide(true);
  #checkPermission: PermissionCheckHandler = () => true;
  #beforeRequest: BeforeRequest | null = null;
  #spellChecks = true;
  #languages = ["en-US"];
  readonly cookies = {
    get: async ({ url }: { url: string }) => (await this.context()).cookies(url),
  };
  readonly webRequest = {
    onBeforeRequest: (listener: BeforeRequest | null): void => {
      this.#beforeRequest = listener;
    },
  };

  /** Keeps cookies and storage of a persistent session while the app does not run; null for others. */
  readonly #file: string | null;

  constructor(partition: string) {
    super();
    this.#file = partition.startsWith("persist:") ? path.join(app.getPath("userData"), "stand-in-kept.json") : null;
  }
  /** A profile of Chromium: cookies, storage and permissions. */
  context(): Promise<BrowserContext> {
    this.#context ??= this.#open();
    return this.#context;
  }
  async #open(): Promise<BrowserContext> {
    connected ??= connect();
    const kept = this.#file !== null && fs.existsSync(this.#file) ? { storageState: this.#file } : {};
    return (await connected).newContext({ viewport: null, acceptDownloads: true, ...kept });
  }
  /** Saves the session at exit. Chromium does so at any time; a killed process loses unsaved data. */
  async keep(): Promise<void> {
    if (this.#file !== null && this.#context !== null) await (await this.#context).storageState({ path: this.#file });
  }
  setPermissionRequestHandler(handler: PermissionRequestHandler): void {
    this.#requestPermission = handler;
  }
  setPermissionCheckHandler(handler: PermissionCheckHandler): void {
    this.#checkPermission = handler;
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
  mayRequest(url: string): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    if (this.#beforeRequest === null) resolve(true);
    else this.#beforeRequest({ url }, ({ cancel }) => resolve(!cancel));
    return promise;
  }
  /** Sets each permission in advance with the app's handlers, since Chromium cannot call them. */
  async decidePermissions(url: string): Promise<void> {
    if (!url.startsWith("http")) return;
    const { origin } = new URL(url);
    const granted = PERMISSIONS.filter(([name]) => {
      let isGranted = false;
      this.#requestPermission(null, name, (decision) => (isGranted = decision), { requestingUrl: url });
      return isGranted && this.#checkPermission(null, name, origin);
    });
    const context = await this.context();
    await context.clearPermissions();
    await context.grantPermissions(
      granted.map(([, chromiumName]) => chromiumName),
      { origin },
    );
  }
  /** Only of cookies that an earlier process kept, so that a start without a window needs no Chromium. */
  async clearStorageData({ storages }: { storages: string[] }): Promise<void> {
    if (this.#context !== null || storages.includes("localstorage")) throw new Error("The stand-in cannot clear this");
    if (this.#file === null || !storages.includes("cookies") || !fs.existsSync(this.#file)) return;
    fs.writeFileSync(this.#file, JSON.stringify({ ...JSON.parse(fs.readFileSync(this.#file, "utf8")), cookies: [] }));
  }
}

const partitions = new Map<string, Session>();

export const session = {
  fromPartition(name: string): Session {
    const known = partitions.get(name) ?? new Session(name);
    partitions.set(name, known);
    return known;
  },
  get defaultSession(): Session {
    return session.fromPartition("");
  },
};

app.endChromium = async () => {
  if (started === null) return;
  const { child } = await started;
  try {
    for (const each of partitions.values()) await each.keep();
  } finally {
    // A signal to the whole process group, such as Ctrl-C, may have ended it.
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    }
  }
};
