/** `electron.WebContents`: a page of Chromium with Electron's events before it navigates or opens a window. */
import { EventEmitter } from "node:events";
import type { CDPSession, Download, Page } from "playwright-core";
import { app, preventable } from "./app.ts";
import { nativeTheme } from "./desktop-parts.ts";
import type { Session } from "./session.ts";

interface Size {
  width: number;
  height: number;
}

type OpenHandler = (details: { url: string; disposition: string }) => { action: "allow" | "deny" };

const scheme = () => (nativeTheme.shouldUseDarkColors ? "dark" : "light");

/** Name of the page's binding, removed before the page's own scripts run. */
const ASK = "__standInAskBeforeOpening";
const all = new Set<WebContents>();

export const webContents = {
  getAllWebContents: () => [...all],
};

export class WebContents extends EventEmitter {
  static #lastId = 0;
  readonly id = ++WebContents.#lastId;
  readonly session: Session;
  page: Promise<Page>;
  targetId = "";
  #current: Page | null = null;
  #connection: CDPSession | null = null;
  #openHandler: OpenHandler = () => ({ action: "allow" });
  #loading = false;
  /** Settles with the last load, however it ends. */
  #loaded = Promise.resolve();
  #ending = false;
  #size: Size;
  readonly #preferences: object;
  readonly #showTheme = (): void => {
    void this.page.then((page) => page.emulateMedia({ colorScheme: scheme() }));
  };

  constructor(session: Session, size: Size, preferences: object) {
    super();
    this.session = session;
    this.#preferences = preferences;
    all.add(this);
    app.emit("web-contents-created", {}, this);
    this.#size = size;
    this.page = this.#open();
    nativeTheme.on("updated", this.#showTheme);
  }

  async #open(): Promise<Page> {
    const context = await this.session.context();
    const page = await context.newPage();
    this.#current = page;
    const { width, height } = this.#size;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme() });
    await page.exposeBinding(ASK, (_source, url: string) => this.#askBeforeOpening(url));
    await page.addInitScript(askInsteadOfOpening, ASK);
    page.on("popup", (popup) => popup.close());
    page.on("close", () => {
      if (this.#current !== page) return;
      all.delete(this);
      nativeTheme.off("updated", this.#showTheme);
      this.emit("destroyed");
    });
    page.on("crash", () => this.#gone(page));
    await watchContextMenu(page, (params) => this.emit("context-menu", {}, params));
    const connection = await context.newCDPSession(page);
    this.#connection = connection;
    this.#takeDownloads(page, connection);
    this.targetId = (await connection.send("Target.getTargetInfo")).targetInfo.targetId;
    await this.#askBeforeNavigation(connection, page);
    return page;
  }

  /** Replaces the page, since Playwright cannot use one whose process has ended. */
  #gone(page: Page): void {
    this.page = this.#open();
    void this.page.then(() => page.close());
    this.emit("render-process-gone", {}, { reason: "crashed", exitCode: 5 });
  }

  #takeDownloads(page: Page, connection: CDPSession): void {
    const items: DownloadItem[] = [];
    page.on("download", (download) => {
      const item = new DownloadItem(download);
      const event = preventable();
      items.push(item);
      this.session.emit("will-download", event, item, this, null);
      if (event.defaultPrevented) return void download.cancel();
      void item.run();
    });
    connection.on("Page.downloadProgress", ({ receivedBytes, totalBytes }) => {
      items.at(-1)?.progress(receivedBytes, totalBytes);
    });
  }

  #askBeforeOpening(url: string): void {
    const { action } = this.#openHandler({ url, disposition: "foreground-tab" });
    if (action !== "deny") throw new Error(`A window for ${url} was allowed, which the stand-in cannot show`);
  }

  /**
   * Emits will-navigate for navigation by the page, not for loadURL, and will-redirect for every redirect. Then the session's
   * webRequest decides about these and all other requests of the page.
   */
  async #askBeforeNavigation(connection: CDPSession, page: Page): Promise<void> {
    connection.on("Fetch.requestPaused", async ({ requestId, frameId, resourceType, redirectedRequestId, request }) => {
      const isMainFrame = frameId === this.targetId;
      const isDocument = resourceType === "Document";
      const event = Object.assign(preventable(), { url: request.url, isMainFrame, isSameDocument: false });
      if (isDocument && redirectedRequestId !== undefined)
        this.emit("will-redirect", event, request.url, false, isMainFrame);
      else if (isDocument && (!this.#loading || !isMainFrame)) {
        this.emit("will-frame-navigate", event);
        if (isMainFrame) this.emit("will-navigate", event, request.url);
      }
      const refusal = event.defaultPrevented ? "Aborted" : "BlockedByClient";
      const isAllowed = !event.defaultPrevented && (await this.session.mayRequest(request.url, resourceType));
      const decision = isAllowed
        ? connection.send("Fetch.continueRequest", { requestId })
        : connection.send("Fetch.failRequest", { requestId, errorReason: refusal });
      await decision.catch((error: unknown) => {
        // The page may have cancelled the request or closed.
        if (!page.isClosed() && !String(error).includes("Invalid InterceptionId")) throw error;
      });
    });
    await connection.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
  }

  loadURL(url: string): Promise<void> {
    const load = this.#load(url);
    this.#loaded = load.catch(() => {});
    return load;
  }
  async #load(url: string): Promise<void> {
    const page = await this.page;
    await this.session.decidePermissions(this, url);
    if (this.#ending) throw this.#failed("net::ERR_ABORTED", url);
    this.#loading = true;
    try {
      await page.goto(url);
    } catch (error) {
      // Waits for Chromium's own error page, which would interrupt the app's next load.
      if (!String(error).includes("net::ERR_ABORTED"))
        await page.waitForURL("chrome-error://**", { waitUntil: "commit", timeout: 1_000 }).catch(() => {});
      throw this.#failed(error, url);
    } finally {
      this.#loading = false;
    }
    this.#finished();
  }
  #finished(): void {
    this.emit("did-finish-load", {});
    this.emit("stand-in-painted");
  }
  async end(): Promise<void> {
    this.#ending = true;
    const page = await this.page;
    // Chromium ignores a close during a navigation's commit, so it is repeated after the load.
    void this.#loaded.then(() => this.#connection?.send("Page.close")).catch(() => {});
    await page.close();
  }
  /** Also emits the event, like Electron. */
  #failed(error: unknown, url: string): Error {
    const name = /net::(ERR_\w+)/.exec(String(error))?.[1] ?? "ERR_FAILED";
    const errno = name === "ERR_ABORTED" ? -3 : -2;
    if (!this.isDestroyed()) this.emit("did-fail-load", {}, errno, name, url, true);
    return Object.assign(new Error(`${name} (${errno}) loading '${url}'`), { code: name, errno, url });
  }
  async resize({ width, height }: Size): Promise<void> {
    this.#size = { width, height };
    await (await this.page).setViewportSize({ width, height });
  }
  forcefullyCrashRenderer(): void {
    // The crashed process sends no response.
    void this.#connection?.send("Page.crash").catch(() => {});
  }
  readonly cut = (): void => this.#press("X");
  readonly copy = (): void => this.#press("C");
  readonly paste = (): void => this.#press("V");
  readonly selectAll = (): void => this.#press("A");
  #press(key: string): void {
    void this.page.then((page) => page.keyboard.press(`ControlOrMeta+${key}`));
  }
  isLoadingMainFrame = (): boolean => this.#loading;
  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }
  getLastWebPreferences = (): object => this.#preferences;
  getURL = (): string => this.#current?.url() ?? "";
  isDestroyed = (): boolean => this.#current?.isClosed() ?? false;
  async reload(): Promise<void> {
    try {
      await (await this.page).reload();
    } catch (error) {
      throw this.#failed(error, this.getURL());
    }
    this.#finished();
  }
  async executeJavaScript(code: string): Promise<unknown> {
    return (await this.page).evaluate(code);
  }
  /** Closes the window, too. */
  close(): void {
    this.emit("stand-in-close");
  }
}

/**
 * Runs in every page before its own scripts: asks the app instead of opening a window, like Electron's browser process.
 */
function askInsteadOfOpening(binding: string): void {
  const ask = Reflect.get(globalThis, binding) as (url: string) => Promise<void>;
  Reflect.deleteProperty(globalThis, binding);
  globalThis.open = (url = "") => {
    void ask(url === "" ? "about:blank" : new URL(url, document.baseURI).href);
    return null;
  };
  const opensWindow = (target: string | null): boolean =>
    target !== null && !["", "_self", "_top", "_parent"].includes(target);
  addEventListener("click", (event) => {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement && node.href !== "");
    if (event.defaultPrevented || !(link instanceof HTMLAnchorElement)) return;
    if (!opensWindow(link.target) && !event.ctrlKey && !event.metaKey && !event.shiftKey) return;
    event.preventDefault();
    void ask(link.href);
  });
  addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || !opensWindow(form.target)) return;
    event.preventDefault();
    void ask(form.action);
  });
}

interface ContextMenuParams {
  x: number;
  y: number;
  linkURL: string;
  selectionText: string;
  isEditable: boolean;
  editFlags: { canCut: boolean; canCopy: boolean; canPaste: boolean; canSelectAll: boolean };
  menuSourceType: "mouse" | "keyboard";
  frame: null;
}

/** Name of the page's binding, removed before the page's own scripts run. */
const BINDING = "__standInContextMenu";

/** Emits Electron's `context-menu` event for a right click or the menu key, with the fields that Galley reads. */
async function watchContextMenu(page: Page, report: (params: ContextMenuParams) => void): Promise<void> {
  await page.exposeBinding(BINDING, (_source, params: ContextMenuParams) => report(params));
  await page.addInitScript(reportContextMenu, BINDING);
}

/** Runs in every page before its own scripts. */
function reportContextMenu(binding: string): void {
  const report = Reflect.get(globalThis, binding) as (params: unknown) => Promise<void>;
  Reflect.deleteProperty(globalThis, binding);
  addEventListener("contextmenu", (event) => {
    if (event.defaultPrevented) return;
    const path = event.composedPath();
    const link = path.find((node) => node instanceof HTMLAnchorElement && node.href !== "");
    const field = path.find((node) => node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement);
    const isSecret = field instanceof HTMLInputElement && field.type === "password";
    const selected = field === undefined ? "" : field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
    const selectionText = field === undefined ? String(getSelection() ?? "") : selected;
    const isEditable = field !== undefined && !field.disabled && !field.readOnly;
    const canCopy = selectionText !== "" && !isSecret;
    void report({
      x: event.clientX,
      y: event.clientY,
      linkURL: link instanceof HTMLAnchorElement ? link.href : "",
      selectionText,
      isEditable,
      editFlags: {
        canCut: isEditable && canCopy,
        canCopy,
        canPaste: isEditable,
        canSelectAll: field === undefined || field.value !== "",
      },
      menuSourceType: event.button === -1 || (event as PointerEvent).pointerType === "" ? "keyboard" : "mouse",
      frame: null,
    });
  });
}

interface SaveDialogOptions {
  defaultPath?: string;
}

/** A download of Chromium. If the app sets no path, the Save dialog's suggestion is used. Chromium's events report the progress. */
class DownloadItem extends EventEmitter {
  readonly #download: Download;
  #state: "progressing" | "completed" | "cancelled" | "interrupted" = "progressing";
  #savePath = "";
  #dialog: SaveDialogOptions = {};
  #received = 0;
  #total = 0;

  constructor(download: Download) {
    super();
    this.#download = download;
  }
  getURL = (): string => this.#download.url();
  getFilename = (): string => this.#download.suggestedFilename();
  getState = () => this.#state;
  getReceivedBytes = (): number => this.#received;
  getTotalBytes = (): number => this.#total;
  getSavePath = (): string => this.#savePath;
  setSavePath(file: string): void {
    this.#savePath = file;
  }
  getSaveDialogOptions = (): SaveDialogOptions => this.#dialog;
  setSaveDialogOptions(options: SaveDialogOptions): void {
    this.#dialog = options;
  }
  cancel(): void {
    if (this.#state !== "progressing") return;
    this.#state = "cancelled";
    void this.#download.cancel();
  }
  progress(received: number, total: number): void {
    if (this.#state !== "progressing") return;
    this.#received = received;
    this.#total = total;
    this.emit("updated", {}, "progressing");
  }
  /** Runs after the app's `will-download` listeners. */
  async run(): Promise<void> {
    if (this.#savePath === "") this.#savePath = this.#dialog.defaultPath ?? "";
    if (this.#state === "progressing") {
      try {
        await this.#download.saveAs(this.#savePath);
        this.#state = "completed";
      } catch {
        if (this.getState() === "progressing") this.#state = "interrupted";
      }
    }
    this.emit("done", {}, this.#state);
  }
}
