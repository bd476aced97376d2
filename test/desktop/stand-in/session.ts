/** `electron.session`: each partition is a separate Chromium profile. */
import { EventEmitter } from "node:events";
import fs from "node:fs";
import path from "node:path";
import type { BrowserContext } from "playwright-core";
import { app } from "./app.ts";
import { newContext } from "./chromium.ts";

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
  isSpellCheckerEnabled(): boolean {
    return this.#spellChecks;
  }
  setSpellCheckerLanguages(languages: string[]): void {
    this.#languages = languages;
  }
  getSpellCheckerLanguages(): string[] {
    return this.#languages;
  }
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

app.keepSessions = async () => {
  for (const each of partitions.values()) await each.keep();
};
