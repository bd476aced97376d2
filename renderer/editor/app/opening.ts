/** From the address of the tab to an open article session, or to the page that says why not. */
import type { VmsJson } from "../../../server/article/vms-json.ts";
import type { EditorSession } from "../../../server/contracts/editor-api.ts";
import { createApi, type EditorApi, LoginEnded, Unreachable } from "../client/api.ts";
import { browserSchedule, type Connection, createConnection } from "../client/connection.ts";
import { keepLoggedIn } from "../client/login-keeper.ts";
import { takeTabIdentity } from "../client/tab-identity.ts";
import { createElsewhere, dismissedChanges } from "../drafts/draft-offers.ts";
import { type LocalDraft, openDraftStore } from "../drafts/draft-store.ts";
import { readDoc } from "../drafts/galley-state.ts";
import { changesToContinue, type FetchedChanges, type KnownDrafts, ownDraft } from "../drafts/offers.ts";
import { messages } from "../messages/index.ts";
import { browserMemory } from "../ui/lib/memory.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";
import { type OpenSession, openArticleSession } from "./open-session.ts";

export type Opening =
  | { kind: "opening" }
  | { kind: "unreachable" }
  /** No login. `unsavedKept`: this computer holds unsaved words of the article. */
  | { kind: "closed"; unsavedKept: boolean }
  | { kind: "failed"; sentence: string }
  /** Another editor's state, left untouched until somebody says what to start from. */
  | { kind: "foreign"; state: VmsJson; start(): OpenSession }
  | { kind: "open"; articleSession: OpenSession };

/** Opens the article of the tab's address; the store moves on until it is open or failed. */
export function openArticle(page: Window): Readable<Opening> {
  const opening = createStore<Opening>({ kind: "opening" });
  const address = readAddress(page.location);
  if (address === null) {
    opening.set({ kind: "failed", sentence: messages.start.noArticle });
    return opening;
  }
  const connection = createConnection(browserSchedule, Math.random);
  const api = createApi(address.apiBase, connection);
  const store = openDraftStore(page.indexedDB);
  // Absent where the page is neither of this machine nor came by TLS.
  const locks: LockManager | undefined = page.navigator.locks;
  const tab = takeTabIdentity(page.sessionStorage, page, address.sessionId, locks);
  const memory = browserMemory(() => page.localStorage);
  page.addEventListener("online", connection.tryNow);
  page.document.addEventListener("visibilitychange", () => {
    if (page.document.visibilityState === "visible") connection.tryNow();
  });
  page.addEventListener("hashchange", () => void enterAgain(page, api, connection, opening));

  function open(
    entered: EditorAddress,
    session: EditorSession,
    localDrafts: LocalDraft[],
    own: FetchedChanges | null,
  ): OpenSession {
    if (session.font_families.length > 0) loadFonts(page.document, api.fontsUrl());
    const articleTab = {
      api,
      connection,
      schedule: browserSchedule,
      memory,
      clientId: tab.id,
      session,
      root: new URL(entered.root, page.location.href).href,
    };
    const articleSession = openArticleSession(articleTab, { store, localDrafts, own });
    keepLoggedIn(session.login_expires_at, articleTab, ({ clip }) => articleSession.imports.renewClip(clip));
    opening.set({ kind: "open", articleSession });
    return articleSession;
  }

  /** The words of this tab: on this computer, else from the appliance. */
  async function ownDrafts(session: EditorSession, here: LocalDraft[]): Promise<KnownDrafts> {
    const isOwn = (draft: { client_id: string }) => draft.client_id === tab.id;
    const elsewhere = here.some(isOwn) ? [] : session.drafts.filter(isOwn);
    return { here, elsewhere: await createElsewhere(api).read(elsewhere, Number.POSITIVE_INFINITY) };
  }

  async function run(entered: EditorAddress): Promise<void> {
    const localDrafts = await store.list(entered.sessionId).catch(() => []);
    for (;;) {
      try {
        const session = await enter(page, api, entered);
        const { has: isDismissed } = dismissedChanges(memory, session.session_id);
        // What a tab that is gone had begun on the current version goes on here, as if it had been reloaded.
        await tab.continueFirstGone(
          changesToContinue(session, localDrafts, isDismissed).map(({ client_id }) => client_id),
        );
        const isReadable = session.readable && readDoc(session.vms_json) !== null;
        const shown = isReadable ? session : { ...session, vms_json: null };
        const own = ownDraft(shown, await ownDrafts(session, localDrafts), tab.id);
        // Who has begun on an empty page already goes on with it.
        if (isReadable || own !== null) return void open(entered, shown, localDrafts, own);
        const start = () => open(entered, shown, localDrafts, null);
        return opening.set({ kind: "foreign", state: session.vms_json ?? {}, start });
      } catch (error) {
        if (error instanceof LoginEnded) return opening.set({ kind: "closed", unsavedKept: localDrafts.length > 0 });
        if (!(error instanceof Unreachable)) return opening.set({ kind: "failed", sentence: (error as Error).message });
        opening.set({ kind: "unreachable" });
        await connection.nextTry();
      }
    }
  }

  void run(address);
  return opening;
}

/** Where the token is no longer valid, the cookie may still be. */
async function enter(page: Window, api: EditorApi, { token }: EditorAddress): Promise<EditorSession> {
  if (token !== null) {
    try {
      await api.login(token);
      dropToken(page);
    } catch (error) {
      if (error instanceof Unreachable) throw error;
    }
  }
  return api.open();
}

/** A fresh link opened in this very tab changes only the part after #, which loads nothing by itself. */
async function enterAgain(
  page: Window,
  api: EditorApi,
  connection: Connection,
  opening: Readable<Opening>,
): Promise<void> {
  const token = readAddress(page.location)?.token;
  if (!token) return;
  if (opening.get().kind !== "open") return page.location.reload();
  // A refusal shows as the ended login that it is.
  await api.login(token).catch(() => undefined);
  dropToken(page);
  connection.tryNow();
}

/** What the address of the tab says: `{public}/editor/{session_id}#t=<token>` (contract 2.3). */
export interface EditorAddress {
  sessionId: string;
  /** Traded for the cookie once; null after a reload. */
  token: string | null;
  /** Path of this session's API, without a trailing slash. It keeps the prefix that a proxy may put before /editor. */
  apiBase: string;
  /** Path of the appliance's public address, with its slash at the end. */
  root: string;
}

/** @returns null where the path names no session */
export function readAddress(location: { pathname: string; hash: string }): EditorAddress | null {
  const match = /^((.*\/)editor)\/([0-9a-f-]{36})\/?$/.exec(location.pathname);
  const [, prefix, root, sessionId] = match ?? [];
  if (prefix === undefined || root === undefined || sessionId === undefined) return null;
  const token = new URLSearchParams(location.hash.replace(/^#/, "")).get("t");
  return { sessionId, token: token === "" ? null : token, apiBase: `${prefix}/api/sessions/${sessionId}`, root };
}

/** The families by name; a file is fetched where words are set in it. */
function loadFonts(page: Document, url: string): void {
  const link = page.createElement("link");
  link.rel = "stylesheet";
  link.href = url;
  page.head.append(link);
}

/** The cookie has replaced the token, and an address without it can be passed on. */
function dropToken(page: Window): void {
  page.history.replaceState(page.history.state, "", page.location.pathname + page.location.search);
}
