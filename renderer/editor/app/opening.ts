/** Opens the article of the tab's URL, or shows why it cannot be opened. */
import { readDocument } from "../../../server/article/document.ts";
import type { VmsJson } from "../../../server/article/vms-json.ts";
import type { RoomView } from "../../../server/contracts/collaboration-api.ts";
import type { EditorSession } from "../../../server/contracts/editor-api.ts";
import { createApi, Fenced, keepLoggedIn, LoginEnded, Unreachable } from "../client/api.ts";
import { browserSchedule, createConnection } from "../client/connection.ts";
import { type LocalDraft, openDraftStore } from "../drafts/draft-store.ts";
import { readDoc } from "../drafts/galley-state.ts";
import {
  changesToContinue,
  dismissedChanges,
  type FetchedChanges,
  fetchDrafts,
  type KnownDrafts,
  ownDraft,
} from "../drafts/offers.ts";
import { messages } from "../messages/index.ts";
import { browserMemory, randomId } from "../ui/lib/browser.ts";
import { createStore, type Readable, type Store } from "../ui/lib/store.ts";
import { type OpenSession, openArticleSession } from "./open-session.ts";

export type Opening =
  | { kind: "opening" }
  /** Retried automatically. `sentence`: why Galley cannot open articles; null without a response. */
  | { kind: "unreachable"; sentence: string | null }
  /** No login. `unsavedKept`: this computer has unsaved changes of the article. */
  | { kind: "closed"; unsavedKept: boolean }
  /** `unsaved`: texts of the article's drafts on this computer, newest first. */
  | { kind: "failed"; sentence: string; unsaved: string[] }
  /** An article of another editor, unchanged until the journalist chooses how to start. */
  | { kind: "foreign"; state: VmsJson; start(): OpenSession }
  | { kind: "open"; articleSession: OpenSession };

export function openArticle(page: Window): Readable<Opening> {
  const opening = createStore<Opening>({ kind: "opening" });
  const link = readEditorLink(page.location);
  if (link === null) opening.set({ kind: "failed", sentence: messages.start.noArticle, unsaved: [] });
  else
    openLink(page, link, opening).catch((error: Error) =>
      opening.set({ kind: "failed", sentence: error.message, unsaved: [] }),
    );
  return opening;
}

async function openLink(page: Window, link: EditorLink, opening: Store<Opening>): Promise<void> {
  const connection = createConnection(browserSchedule, Math.random);
  const api = createApi(link.apiBase, connection);
  const store = openDraftStore(page.indexedDB);
  // Missing on plain http beyond localhost.
  const locks: LockManager | undefined = page.navigator.locks;
  const tab = takeTabIdentity(page.sessionStorage, page, link.sessionId, locks);
  const writerKey = randomId();
  const memory = browserMemory(() => page.localStorage);
  page.addEventListener("online", connection.tryNow);
  page.document.addEventListener("visibilitychange", () => {
    if (page.document.visibilityState === "visible") connection.tryNow();
  });
  page.addEventListener("hashchange", () => void enterAgain());
  const localDrafts = await store.list(link.sessionId).catch(() => []);

  function open(session: EditorSession, own: FetchedChanges | null, room: RoomView | null): OpenSession {
    if (session.font_families.length > 0) loadFonts(page.document, api.fontsUrl());
    const root = new URL(link.root, page.location.href).href;
    const articleTab = { api, connection, schedule: browserSchedule, memory, clientId: tab.id, session, root };
    const articleSession = openArticleSession(articleTab, { store, localDrafts, own, room, writerKey });
    keepLoggedIn(session.login_expires_at, articleTab, ({ clip }) => articleSession.imports.renewClip(clip));
    opening.set({ kind: "open", articleSession });
    return articleSession;
  }

  /** The draft of this tab from this computer, or else from Galley. */
  async function ownDrafts(session: EditorSession): Promise<KnownDrafts> {
    const isOwn = (draft: { client_id: string }) => draft.client_id === tab.id;
    const elsewhere = localDrafts.some(isOwn) ? [] : session.drafts.filter(isOwn);
    return { here: localDrafts, elsewhere: await fetchDrafts(api, elsewhere, Number.POSITIVE_INFINITY) };
  }

  /** Joins the room if another tab has or had the article open. A reload keeps own steps that Galley lacks. */
  async function joinRoom(session: EditorSession): Promise<OpenSession | null> {
    const own = localDrafts.find((draft) => draft.client_id === tab.id && draft.room !== undefined);
    if (own?.room !== undefined && own.room.epoch === session.room?.epoch)
      return open({ ...session, current_version: session.room.base_version }, { ...own, here: true }, null);
    const others = session.people.filter(({ client_id }) => client_id !== tab.id);
    if (session.room === null && others.length === 0) return null;
    const room = await api.joinRoom({ client_id: tab.id, writer_key: writerKey });
    if (room === undefined) return null;
    const { vms_json, base_version: current_version } = room;
    return open({ ...session, vms_json, readable: true, current_version }, null, room);
  }

  async function run(): Promise<void> {
    const session = await enter();
    const { has: isDismissed } = dismissedChanges(memory, session.session_id);
    // Like after a reload, continues a closed tab that has changes on the current version.
    await tab.adoptFirstClosed(changesToContinue(session, localDrafts, isDismissed).map(({ client_id }) => client_id));
    if ((await joinRoom(session)) !== null) return;
    const isReadable = session.readable && readDoc(session.vms_json) !== null;
    const shown = isReadable ? session : { ...session, vms_json: null };
    const own = ownDraft(shown, await ownDrafts(session), tab.id);
    // A draft of this tab continues on an empty page.
    if (isReadable || own !== null) open(shown, own, null);
    else opening.set({ kind: "foreign", state: session.vms_json ?? {}, start: () => open(shown, null, null) });
  }

  /** Removes the used token, so that the URL can be shared. */
  const dropToken = () =>
    page.history.replaceState(page.history.state, "", page.location.pathname + page.location.search);

  /** If the token has expired, the cookie may still be valid. */
  async function enter(): Promise<EditorSession> {
    if (link.token !== null) {
      try {
        await api.login(link.token);
        dropToken();
      } catch (error) {
        if (error instanceof Unreachable) throw error;
      }
    }
    return api.open();
  }

  /** Opening a new link in this tab changes only the part after #, so the page does not reload. */
  async function enterAgain(): Promise<void> {
    const token = readEditorLink(page.location)?.token;
    if (!token) return;
    if (opening.get().kind !== "open") return page.location.reload();
    // A rejected token shows as an expired login.
    await api.login(token).catch(() => undefined);
    dropToken();
    connection.tryNow();
  }

  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (error instanceof LoginEnded) return opening.set({ kind: "closed", unsavedKept: localDrafts.length > 0 });
      if (!(error instanceof Unreachable))
        return opening.set({ kind: "failed", sentence: (error as Error).message, unsaved: textsOf(localDrafts) });
      opening.set({ kind: "unreachable", sentence: error instanceof Fenced ? error.message : null });
      await connection.nextTry();
    }
  }
}

/** The editor cannot show drafts of an article that Galley has deleted, so the journalist copies their text. */
function textsOf(drafts: LocalDraft[]): string[] {
  const texts = drafts
    .toSorted((one, other) => Date.parse(other.updated_at) - Date.parse(one.updated_at))
    .map(({ vms_json }) => readDocument(vms_json.doc))
    .map((read) => (read.ok ? read.doc.textBetween(0, read.doc.content.size, "\n\n", "\n").trim() : ""));
  return [...new Set(texts)].filter((text) => text !== "");
}

type EditorLink = NonNullable<ReturnType<typeof readEditorLink>>;

/** Parses `{public}/editor/{session_id}#t=<token>` (contract 2.3). @returns null if the path has no session id */
export function readEditorLink(location: { pathname: string; hash: string }) {
  const match = /^((.*\/)editor)\/([0-9a-f-]{36})\/?$/.exec(location.pathname);
  const [, prefix, root, sessionId] = match ?? [];
  if (prefix === undefined || root === undefined || sessionId === undefined) return null;
  const token = new URLSearchParams(location.hash.replace(/^#/, "")).get("t");
  return {
    sessionId,
    /** Exchanged for the cookie; null after a reload. */
    token: token || null,
    /** Path of this session's API without a trailing slash, with the prefix of a proxy. */
    apiBase: `${prefix}/api/sessions/${sessionId}`,
    /** Path of the public URL, with a trailing slash. */
    root,
  };
}

function loadFonts(page: Document, url: string): void {
  const link = page.createElement("link");
  link.rel = "stylesheet";
  link.href = url;
  page.head.append(link);
}

/**
 * The `client_id` of this tab. A reload keeps it; a duplicated tab has a new one. Browsers copy sessionStorage into a
 * duplicate, so the id is stored there only between `pagehide` and `pageshow`.
 */
export function takeTabIdentity(storage: Storage, page: Window, sessionId: string, locks: LockManager | undefined) {
  const key = `galley.tab.${sessionId}`;
  const left = storage.getItem(key);
  let id = left ?? randomId();
  let isNew = left === null;
  storage.removeItem(key);
  page.addEventListener("pagehide", () => storage.setItem(key, id));
  page.addEventListener("pageshow", () => storage.removeItem(key));
  // A tab holds the lock of its id; the browser releases it when the tab ends in any way.
  const lockOf = (tab: string) => `${key}.${tab}`;
  if (!isNew) void locks?.request(lockOf(id), forever);

  return {
    get id(): string {
      return id;
    },
    /** Adopts the id of the first of these tabs that is closed. Without Web Locks (plain http), keeps its own. */
    async adoptFirstClosed(ids: readonly string[]): Promise<void> {
      if (!isNew || locks === undefined) return;
      for (const closed of ids) {
        if (!(await isGranted(locks, lockOf(closed)))) continue;
        id = closed;
        isNew = false;
        return;
      }
      void locks.request(lockOf(id), forever);
    },
  };
}

const forever = () => new Promise<never>(() => {});

function isGranted(locks: LockManager, name: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock === null ? undefined : forever();
      })
      .catch(reject);
  });
}
