/** `electron.WebContents`: one page of Chromium, and what the app is asked before it navigates or opens another. */
import { EventEmitter } from "node:events";
import type { CDPSession, Frame, Page } from "playwright-core";
import { app, preventable } from "./app.ts";
import type { Session } from "./session.ts";

type OpenHandler = (details: { url: string; disposition: string }) => { action: "allow" | "deny" };

interface PausedRequest {
  requestId: string;
  frameId: string;
  redirectedRequestId?: string;
  request: { url: string };
}

/** Pages that belong to a window; any other page of a session is a popup that no window was made for. */
const windowPages = new Set<Page>();
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

  constructor(session: Session, size: { width: number; height: number }) {
    super();
    this.session = session;
    all.add(this);
    app.emit("web-contents-created", {}, this);
    this.page = this.#open(size);
  }

  async #open(size: { width: number; height: number }): Promise<Page> {
    const context = await this.session.context();
    // A popup is asked about when it first requests something, and that request never leaves.
    await context.unrouteAll();
    await context.route("**/*", async (route) => {
      if (isOf(windowPages, () => route.request().frame())) return route.continue();
      if (route.request().isNavigationRequest()) this.#askBeforeOpening(route.request().url());
      return route.abort();
    });
    const page = await context.newPage();
    windowPages.add(page);
    this.#current = page;
    await page.setViewportSize(size);
    page.on("popup", (popup) => {
      if (popup.url() === "about:blank") this.#askBeforeOpening("about:blank");
      void popup.close();
    });
    page.on("close", () => {
      windowPages.delete(page);
      all.delete(this);
      this.emit("destroyed");
    });
    const connection = await context.newCDPSession(page);
    this.targetId = (await connection.send("Target.getTargetInfo")).targetInfo.targetId;
    await this.#askBeforeNavigation(connection, page);
    return page;
  }

  /** Chromium itself leaves out the fragment, and asks nobody about addresses that are no web page's. */
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

/** A request that was sent before its frame existed has none: a popup's first. */
function isOf(pages: Set<Page>, frame: () => Frame): boolean {
  try {
    return pages.has(frame().page());
  } catch {
    return false;
  }
}
