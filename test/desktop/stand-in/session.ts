/** `electron.session`: each partition is a Chromium profile of its own. */
import { EventEmitter } from "node:events";
import type { BrowserContext } from "playwright-core";
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

/** Permissions that a page of these tests may ask for: Electron's name, Chromium's name. */
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
  readonly webRequest = {
    onBeforeRequest: (listener: BeforeRequest | null): void => {
      this.#mayAsk = listener;
    },
  };

  context(): Promise<BrowserContext> {
    this.#context ??= newContext();
    return this.#context;
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
  /** Resolves once the app has answered; false where it cancels the request. */
  mayRequest(url: string, resourceType: string): Promise<boolean> {
    return new Promise((resolve) => {
      if (this.#mayAsk === null) return resolve(true);
      this.#mayAsk({ url, resourceType }, ({ cancel = false }) => resolve(!cancel));
    });
  }
  /** Chromium decides by itself here, so each permission is decided beforehand, by asking the app's handlers. */
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
  async clearStorageData(): Promise<void> {
    await (await this.context()).clearCookies();
  }
}

const partitions = new Map<string, Session>();

export const session = {
  fromPartition(name: string): Session {
    const known = partitions.get(name) ?? new Session();
    partitions.set(name, known);
    return known;
  },
  get defaultSession(): Session {
    return session.fromPartition("");
  },
};
