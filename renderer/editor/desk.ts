/**
 * One open article: the only place that wires the editor, saves, drafts, uploads and events together. No React here;
 * the components read its stores and call its methods.
 */
import type { Editor } from "@tiptap/core";
import type { VmsJson } from "../../server/article/vms-json.ts";
import type { EditorEvents, EditorSession, VersionView } from "../../server/editor/editor-api.ts";
import { listen } from "../shared/event-source.ts";
import { afterPaint } from "./after-paint.ts";
import type { EditorApi } from "./api.ts";
import { createArticleEditor, showDocument } from "./article-editor.ts";
import type { Connection, Schedule } from "./connection.ts";
import { dismissedWords } from "./dismissed.ts";
import { createFileBook, type FileBook } from "./file-book.ts";
import { randomId } from "./ids.ts";
import type { Memory } from "./memory.ts";
import { messages } from "./messages.ts";
import { ownDraft, type UnsavedWords, unsavedWords, wordsToOffer } from "./offers.ts";
import { createDraftKeeper, type DraftKeeper } from "./saving/draft-keeper.ts";
import type { DraftStore, LocalDraft } from "./saving/draft-store.ts";
import { assetsOf, buildState, EMPTY_DOC, readDoc } from "./saving/galley-state.ts";
import { createSaver, type SaveContent, type Saver } from "./saving/saver.ts";
import { createStore, type Readable, type Store } from "./store.ts";
import { chooseFiles } from "./uploads/choose-files.ts";
import { insertFiles } from "./uploads/picture-input.ts";
import { fillPlace, removePlace, type UploadUse } from "./uploads/upload-places.ts";
import { createUploadQueue, type UploadQueue } from "./uploads/upload-queue.ts";
import { createVersionBook, type VersionBook } from "./version-book.ts";

export interface DeskParts {
  api: EditorApi;
  connection: Connection;
  store: DraftStore;
  memory: Memory;
  schedule: Schedule;
  clientId: string;
  session: EditorSession;
  /** What this browser keeps of the session, of every tab. */
  localDrafts: LocalDraft[];
}

export interface Desk {
  readonly session: EditorSession;
  readonly connection: Connection;
  readonly editor: Editor;
  readonly drafts: DraftKeeper;
  readonly uploads: UploadQueue;
  readonly saver: Saver;
  readonly versions: VersionBook;
  /** Number of the version that the words on the screen were made from. */
  readonly base: Readable<number | null>;
  /** Name or e-mail of who writes, as the site gets it. */
  readonly author: Store<string>;
  /** Unsaved words of other tabs and earlier visits. */
  readonly offers: Readable<UnsavedWords[]>;
  /** Since when the words of this tab, restored after a reload, were unsaved; null where none were. */
  readonly restoredFrom: Store<string | null>;
  /** The files that this tab knows. */
  readonly files: FileBook;
  insertPictures(files: File[]): void;
  /** Asks for files of the computer and uploads them to the cursor. @see BlockContext */
  chooseFiles(accept?: string, use?: UploadUse): void;
  /** Shows these words in place of the present ones, unsaved; unsaved present ones are kept aside. */
  restoreWords(words: UnsavedWords): Promise<void>;
  /** Takes an offer back: words of this computer are deleted from it, others stay where they are. */
  dismissWords(words: UnsavedWords): Promise<void>;
  /** Shows the current version; unsaved words are kept aside. @throws what the API throws */
  showCurrent(): Promise<void>;
  /** Makes an old version the newest and shows it; unsaved words are kept aside. @throws what the API throws */
  bringBack(number: number): Promise<void>;
  /** Asks the appliance for versions and drafts. @throws what the API throws */
  refresh(): Promise<UnsavedWords[]>;
}

export function openDesk(parts: DeskParts): Desk {
  const { api, connection, store, memory, schedule, clientId, session } = parts;
  const files = createFileBook(api.mediaUrl);
  files.learn(assetsOf(session.vms_json));
  files.setMissing(session.restoring);
  const dismissed = dismissedWords(memory, session.session_id);
  const own = ownDraft(session, parts.localDrafts, clientId);
  if (own !== null) files.learn(assetsOf(own.vms_json));

  let loaded: VmsJson | null = own?.vms_json ?? (session.readable ? session.vms_json : null);
  const base = createStore<number | null>(own === null ? session.current_version : own.base_version);
  const versions = createVersionBook(session.versions);
  const author = createStore(memory.get("author") ?? session.user_email ?? "");
  const restoredFrom = createStore<string | null>(own?.updated_at ?? null);
  const offers = createStore<UnsavedWords[]>(wordsToOffer(session, parts.localDrafts, clientId, dismissed.has));

  const uploads = createUploadQueue({
    connection,
    newId: randomId,
    send: api.upload,
    done(upload, media) {
      files.add(media);
      const filled = fillPlace(editor.state, upload.id, media);
      if (filled !== null) editor.view.dispatch(filled);
    },
    cancelled: (upload) => editor.view.dispatch(removePlace(editor.state, upload.id)),
  });
  const editor = createArticleEditor(readDoc(loaded) ?? EMPTY_DOC, files, uploads);

  const content = () => ({ vms_json: buildState(loaded, editor.state.doc, files.get), base_version: base.get() });
  const drafts = createDraftKeeper({
    session_id: session.session_id,
    client_id: clientId,
    store,
    connection,
    schedule,
    afterPaint,
    now: () => new Date().toISOString(),
    content,
    send: api.putDraft,
  });
  editor.on("update", drafts.changed);
  if (own !== null) drafts.changed();

  const saver = createSaver({
    connection,
    newSaveId: randomId,
    content: (): SaveContent => ({
      ...content(),
      user_email: author.get().trim() || null,
      client_id: clientId,
      revision: drafts.revision(),
    }),
    revision: drafts.revision,
    uploads: uploads.idle,
    holdDrafts: drafts.hold,
    send: api.save,
    saved(version, saved) {
      loaded = saved.vms_json;
      base.set(version.number);
      versions.saved(version, saved.user_email ?? null);
      drafts.saved(saved.revision);
      restoredFrom.set(null);
    },
  });
  author.subscribe(() => memory.set("author", author.get()));

  /** Shows a state in place of what is on the screen. */
  function show(state: VmsJson | null, version: number | null): void {
    loaded = state;
    files.learn(assetsOf(state));
    base.set(version);
    showDocument(editor, readDoc(state) ?? EMPTY_DOC);
  }

  /** A copy of unsaved words under a name of its own, on this computer and on the appliance, at least on one of them. */
  async function keepAside(): Promise<void> {
    const copy = { client_id: `kept-${randomId()}`, ...content() };
    const local = { session_id: session.session_id, updated_at: new Date().toISOString(), ...copy };
    const here = store.put(local, "strict");
    const kept = await Promise.allSettled([here, api.putDraft(copy)]);
    if (kept.every((each) => each.status === "rejected")) throw new Error(messages.notices.notKept);
  }

  async function showCurrent(): Promise<void> {
    const fresh = await api.open();
    const release = await drafts.hold();
    try {
      const { unsaved } = drafts.state.get();
      if (unsaved) await keepAside();
      versions.replace(fresh.versions);
      show(fresh.vms_json, fresh.current_version);
      drafts.reset();
      // Else the appliance's copy of them would come back with the next reload of this tab.
      if (unsaved) await api.putDraft({ client_id: clientId, ...content() }).catch(() => undefined);
    } finally {
      release();
    }
    saver.dismiss();
    restoredFrom.set(null);
  }

  async function refresh(): Promise<UnsavedWords[]> {
    const [fresh, local] = await Promise.all([api.open(), store.list(session.session_id).catch(() => [])]);
    versions.replace(fresh.versions);
    files.learn(assetsOf(fresh.vms_json));
    files.setMissing(fresh.restoring);
    return unsavedWords(fresh, local).filter((words) => words.client_id !== clientId && !dismissed.has(words));
  }

  function takeBack(words: UnsavedWords): void {
    dismissed.add(words);
    offers.set(offers.get().filter((offer) => offer.client_id !== words.client_id));
  }

  // A failure here is the connection's to tell.
  const catchUp = () => void refresh().catch(() => undefined);
  listen<EditorEvents & { reset: object }>(api.eventsUrl(), {
    // reset: the appliance no longer knows what was missed.
    events: { version: versions.heard, delivery: versions.moved, asset: files.fetched, reset: catchUp },
    onState(state, resumed) {
      if (state !== "open") return;
      connection.tryNow();
      if (resumed) catchUp();
    },
  });

  return {
    session,
    connection,
    editor,
    drafts,
    uploads,
    saver,
    versions,
    base,
    author,
    offers,
    restoredFrom,
    files,
    insertPictures: (chosen) => insertFiles(editor.view, uploads, chosen),
    chooseFiles(accept = acceptedFiles(session), use = "block") {
      chooseFiles(accept, messages.toolbar.picture, true, (chosen) =>
        insertFiles(editor.view, uploads, chosen, { use }),
      );
    },
    async restoreWords(words) {
      if (drafts.state.get().unsaved) await keepAside();
      show(words.vms_json, words.base_version);
      drafts.changed();
      takeBack(words);
    },
    async dismissWords(words) {
      if (words.here) await store.remove(session.session_id, words.client_id);
      takeBack(words);
    },
    showCurrent,
    async bringBack(number) {
      await api.restore(number, {
        save_id: randomId(),
        base_version: base.get(),
        user_email: author.get().trim() || null,
      });
      await showCurrent();
    },
    refresh,
  };
}

/** All that the appliance takes, as `<input accept>` says it. */
function acceptedFiles({ limits }: EditorSession): string {
  return limits.accepted_extensions.map((extension) => `.${extension.replace(/^\./, "")}`).join(",");
}

/** The version that somebody else saved after this tab's words were begun; null where there is none. */
export function newerVersion(list: VersionView[], base: number | null): VersionView | null {
  const newest = list[0];
  return newest !== undefined && newest.number > (base ?? 0) ? newest : null;
}
