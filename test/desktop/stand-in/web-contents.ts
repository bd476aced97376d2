/** `electron.WebContents`: one page of Chromium, and what the app is asked before it navigates or opens another. */
import { EventEmitter } from "node:events";
import type { CDPSession, Page } from "playwright-core";
import { app, preventable } from "./app.ts";
import type { Session } from "./session.ts";

type OpenHandler = (details: { url: string; disposition: string }) => { action: "allow" | "deny" };

interface PausedRequest {
  requestId: string;
  frameId: string;
  redirectedRequestId?: string;
  request: { url: string };
}

/** Name under which a page finds the question for an instant; no script of the page ever sees it. */
const ASK = "__standInAskBeforeOpening";
const all = new Set<WebContents>();

export const webContents = {
  getAllWebContents: () => [...all],
  fromId: (id: number) => [...all].find((contents) => contents.id === id),
  fromDevToolsTargetId: (targetId: string) => [...all].find((contents) => contents.targetId === targetId),
};

export class WebContents extends EventEmitter {
  static #lastId = 0;
  readonly id = ++WebContents.#lastId;
  readonly session: Session;
  readonly page: Promise<Page>;
  targetId = "";
  #current: Page | null = null;
  #openHandler: OpenHandler = () => ({ action: "allow" });
  #loading = false;
  readonly #preferences: object;

  /** @param preferences as the app gave them */
  constructor(session: Session, size: { width: number; height: number }, preferences: object) {
    super();
    this.session = session;
    this.#preferences = preferences;
    all.add(this);
    app.emit("web-contents-created", {}, this);
    this.page = this.#open(size);
  }

  async #open(size: { width: number; height: number }): Promise<Page> {
    const context = await this.session.context();
    const page = await context.newPage();
    this.#current = page;
    await page.setViewportSize(size);
    await page.exposeBinding(ASK, (_source, url: string) => this.#askBeforeOpening(url));
    await page.addInitScript(askInsteadOfOpening, ASK);
    page.on("popup", (popup) => popup.close());
    page.on("close", () => {
      all.delete(this);
      this.emit("destroyed");
    });
    const connection = await context.newCDPSession(page);
    this.targetId = (await connection.send("Target.getTargetInfo")).targetInfo.targetId;
    await this.#askBeforeNavigation(connection, page);
    return page;
  }

  #askBeforeOpening(url: string): void {
    const { action } = this.#openHandler({ url, disposition: "foreground-tab" });
    if (action !== "deny") throw new Error(`A window for ${url} was allowed, which the stand-in cannot show`);
  }

  /** will-navigate for what a page starts, not for loadURL; will-redirect for every hop after the first request. */
  async #askBeforeNavigation(connection: CDPSession, page: Page): Promise<void> {
    connection.on(
      "Fetch.requestPaused",
      async ({ requestId, frameId, redirectedRequestId, request }: PausedRequest) => {
        const isMainFrame = frameId === this.targetId;
        const event = Object.assign(preventable(), { url: request.url, isMainFrame, isSameDocument: false });
        if (redirectedRequestId !== undefined) this.emit("will-redirect", event, request.url, false, isMainFrame);
        else if (!this.#loading || !isMainFrame) {
          this.emit("will-frame-navigate", event);
          if (isMainFrame) this.emit("will-navigate", event, request.url);
        }
        const answer = event.defaultPrevented
          ? connection.send("Fetch.failRequest", { requestId, errorReason: "Aborted" })
          : connection.send("Fetch.continueRequest", { requestId });
        await answer.catch((error: unknown) => {
          if (!page.isClosed()) throw error;
        });
      },
    );
    await connection.send("Fetch.enable", { patterns: [{ resourceType: "Document" }] });
  }

  async loadURL(url: string): Promise<void> {
    const page = await this.page;
    await this.session.decidePermissions(this, url);
    this.#loading = true;
    try {
      await page.goto(url);
    } finally {
      this.#loading = false;
    }
    this.emit("did-finish-load", {});
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }
  getLastWebPreferences(): object {
    return this.#preferences;
  }
  getURL(): string {
    return this.#current?.url() ?? "";
  }
  isDestroyed(): boolean {
    return this.#current?.isClosed() ?? false;
  }
  async reload(): Promise<void> {
    await (await this.page).reload();
  }
  async executeJavaScript(code: string): Promise<unknown> {
    return (await this.page).evaluate(code);
  }
  /** The window closes with it. */
  close(): void {
    this.emit("stand-in-close");
  }
  openDevTools(): void {}
}

/**
 * Runs in every page before its own scripts: what would open a window asks the app instead, as Electron's browser
 * process does, and opens none.
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
