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

type OpenHandler = (details: { url: string }) => { action: "allow" | "deny" };

/** Name of the page's binding, removed before the page's own scripts run. */
const REPORT = "__standInReport";
const all = new Set<WebContents>();

export const webContents = {
  getAllWebContents: () => [...all],
};

export class WebContents extends EventEmitter {
  readonly session: Session;
  #page: Promise<Page>;
  #current: Page | null = null;
  #connection: CDPSession | null = null;
  #openHandler: OpenHandler = () => ({ action: "allow" });
  #loading = false;
  /** Settles with the last load, however it ends. */
  #loaded = Promise.resolve();
  #ending = false;
  #size: Size;
  readonly #preferences: object;

  constructor(size: Size, preferences: { session: Session }) {
    super();
    this.session = preferences.session;
    this.#preferences = preferences;
    this.#size = size;
    all.add(this);
    app.emit("web-contents-created", {}, this);
    this.#page = this.#open();
  }

  async #open(): Promise<Page> {
    const context = await this.session.context();
    const page = await context.newPage();
    this.#current = page;
    await page.setViewportSize(this.#size);
    const showTheme = () => page.emulateMedia({ colorScheme: nativeTheme.shouldUseDarkColors ? "dark" : "light" });
    await showTheme();
    nativeTheme.on("updated", showTheme);
    await page.exposeBinding(REPORT, (_source, event: string, details: unknown) => {
      if (event === "context-menu") return void this.emit(event, {}, details);
      const { action } = this.#openHandler({ url: String(details) });
      if (action !== "deny") throw new Error(`A window for ${details} was allowed, which the stand-in cannot show`);
    });
    await page.addInitScript(reportToApp, REPORT);
    page.on("close", () => {
      nativeTheme.off("updated", showTheme);
      if (this.#current !== page) return;
      all.delete(this);
      this.emit("destroyed");
    });
    page.on("crash", () => this.#gone(page));
    page.on("download", (download) => this.#take(download));
    this.#connection = await context.newCDPSession(page);
    await this.#askBeforeRequests(this.#connection, page);
    return page;
  }

  /** Replaces the page, since Playwright cannot use one whose process has ended. */
  #gone(page: Page): void {
    this.#page = this.#open();
    void this.#page.then(() => page.close());
    this.emit("render-process-gone", {}, { reason: "crashed", exitCode: 5 });
  }

  #take(download: Download): void {
    const event = preventable();
    const item = new DownloadItem(download);
    this.session.emit("will-download", event, item);
    if (event.defaultPrevented) void download.cancel();
    else void item.run();
  }

  /** Emits will-navigate for navigation by the page, not for loadURL. Then the session's webRequest decides about every request. */
  async #askBeforeRequests(connection: CDPSession, page: Page): Promise<void> {
    const { targetInfo } = await connection.send("Target.getTargetInfo");
    connection.on("Fetch.requestPaused", async ({ requestId, frameId, resourceType, request }) => {
      const event = Object.assign(preventable(), { url: request.url });
      const isMainFrame = frameId === targetInfo.targetId;
      if (resourceType === "Document" && isMainFrame && !this.#loading) this.emit("will-navigate", event);
      const isAllowed = !event.defaultPrevented && (await this.session.mayRequest(request.url));
      const decision = isAllowed
        ? connection.send("Fetch.continueRequest", { requestId })
        : connection.send("Fetch.failRequest", {
            requestId,
            errorReason: event.defaultPrevented ? "Aborted" : "BlockedByClient",
          });
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
    const page = await this.#page;
    await this.session.decidePermissions(url);
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
    this.emit("did-finish-load", {});
    this.emit("stand-in-painted");
  }
  async end(): Promise<void> {
    this.#ending = true;
    const page = await this.#page;
    // Chromium ignores a close during a navigation's commit, so it is repeated after the load.
    void this.#loaded.then(() => this.#connection?.send("Page.close")).catch(() => {});
    await page.close();
  }
  /** Also emits the event, like Electron. */
  #failed(error: unknown, url: string): Error {
    const name = /net::(ERR_\w+)/.exec(String(error))?.[1] ?? "ERR_FAILED";
    const errno = name === "ERR_ABORTED" ? -3 : -2;
    if (!this.isDestroyed()) this.emit("did-fail-load", {}, errno, name, url, true);
    return Object.assign(new Error(`${name} (${errno}) loading '${url}'`), { code: name });
  }
  async resize(size: Size): Promise<void> {
    this.#size = size;
    await (await this.#page).setViewportSize(size);
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
    void this.#page.then((page) => page.keyboard.press(`ControlOrMeta+${key}`));
  }
  isLoadingMainFrame = (): boolean => this.#loading;
  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }
  getLastWebPreferences = (): object => this.#preferences;
  getURL = (): string => this.#current?.url() ?? "";
  isDestroyed = (): boolean => this.#current?.isClosed() ?? false;
  async executeJavaScript(code: string): Promise<unknown> {
    return (await this.#page).evaluate(code);
  }
}

/**
 * Runs in every page before its own scripts. Reports a new window instead of opening it, and a context menu with the fields
 * that Galley reads, like Electron's browser process.
 */
function reportToApp(binding: string): void {
  const report = Reflect.get(globalThis, binding) as (event: "open" | "context-menu", details: unknown) => void;
  Reflect.deleteProperty(globalThis, binding);
  const linkAt = (event: Event) =>
    event.composedPath().find((node) => node instanceof HTMLAnchorElement && node.href !== "") as
      | HTMLAnchorElement
      | undefined;
  globalThis.open = (url = "") => {
    report("open", new URL(url, document.baseURI).href);
    return null;
  };
  addEventListener("click", (event) => {
    const link = linkAt(event);
    if (event.defaultPrevented || link?.target !== "_blank") return;
    event.preventDefault();
    report("open", link.href);
  });
  addEventListener("contextmenu", (event) => {
    if (event.defaultPrevented) return;
    const field = event
      .composedPath()
      .find((node) => node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement);
    const selectionText =
      field === undefined
        ? String(getSelection() ?? "")
        : field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
    const isEditable = field !== undefined;
    const canCopy = selectionText !== "" && field?.type !== "password";
    report("context-menu", {
      linkURL: linkAt(event)?.href ?? "",
      selectionText,
      isEditable,
      editFlags: {
        canCut: isEditable && canCopy,
        canCopy,
        canPaste: isEditable,
        canSelectAll: field?.value !== "",
      },
      frame: null,
    });
  });
}

/** A download of Chromium. If the app sets no path, the Save dialog's suggestion is used. */
class DownloadItem extends EventEmitter {
  readonly #download: Download;
  #isCancelled = false;
  #savePath = "";
  #dialog = { defaultPath: "" };

  constructor(download: Download) {
    super();
    this.#download = download;
  }
  getURL = (): string => this.#download.url();
  getFilename = (): string => this.#download.suggestedFilename();
  /** Unknown, like for a stream. */
  getReceivedBytes = (): number => 0;
  getTotalBytes = (): number => 0;
  getSavePath = (): string => this.#savePath;
  setSavePath(file: string): void {
    this.#savePath = file;
  }
  getSaveDialogOptions = (): object => this.#dialog;
  setSaveDialogOptions(options: { defaultPath: string }): void {
    this.#dialog = options;
  }
  cancel(): void {
    this.#isCancelled = true;
    void this.#download.cancel();
  }
  /** Runs after the app's `will-download` listeners. */
  async run(): Promise<void> {
    this.#savePath ||= this.#dialog.defaultPath;
    const state = this.#isCancelled
      ? "cancelled"
      : await this.#download.saveAs(this.#savePath).then(
          () => "completed",
          () => (this.#isCancelled ? "cancelled" : "interrupted"),
        );
    this.emit("done", {}, state);
  }
}
