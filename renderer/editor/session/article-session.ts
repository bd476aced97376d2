/**
 * One open article: the only place that wires the editor, saves, drafts, uploads and events together. No React here;
 * the components read its stores and call its methods.
 */
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { DocumentNode, VmsJson } from "../../../server/article/vms-json.ts";
import type { EditorSession, SiteCopy, SiteCopyView } from "../../../server/contracts/editor-api.ts";
import { createArticleEditor } from "../article/article-editor.ts";
import { type CheckList, createCheckList } from "../checks/check-list.ts";
import type { EditorApi } from "../client/api.ts";
import type { Connection, Schedule } from "../client/connection.ts";
import { createDraftKeeper, type DraftKeeper } from "../drafts/draft-keeper.ts";
import { createDraftOffers } from "../drafts/draft-offers.ts";
import type { DraftStore, LocalDraft } from "../drafts/draft-store.ts";
import { assetsOf, EMPTY_DOC, readDoc } from "../drafts/galley-state.ts";
import type { FetchedWords, UnsavedWords } from "../drafts/offers.ts";
import { createSaver, type SaveContent, type Saver } from "../drafts/saver.ts";
import { createScreenWords } from "../drafts/screen-words.ts";
import { createSwapWords } from "../drafts/swap-words.ts";
import { createVersions, newerVersion, type Versions } from "../history/versions.ts";
import { afterPaint } from "../lib/after-paint.ts";
import { randomId } from "../lib/ids.ts";
import type { Memory } from "../lib/memory.ts";
import { createStore, type Readable, type Store } from "../lib/store.ts";
import { messages } from "../messages/index.ts";
import { createPresence, type Presence } from "../presence/presence.ts";
import { evenWhileReading } from "../presence/reading-guard.ts";
import { followWritingLease } from "../presence/writing-lease.ts";
import { createPreviewPages, type PreviewPages } from "../preview/preview-pages.ts";
import { type Assets, createAssets } from "../uploads/assets.ts";
import { chooseFiles } from "../uploads/choose-files.ts";
import { largePictures } from "../uploads/large-pictures.ts";
import { insertFiles } from "../uploads/picture-input.ts";
import { fillPlace, removePlace, type UploadUse } from "../uploads/upload-places.ts";
import { createUploadQueue, type UploadQueue } from "../uploads/upload-queue.ts";
import { type CaretMemory, caretMemory } from "./caret-memory.ts";
import { subscribeToUpdates } from "./updates.ts";

export interface ArticleSessionParts {
  api: EditorApi;
  connection: Connection;
  store: DraftStore;
  memory: Memory;
  schedule: Schedule;
  clientId: string;
  session: EditorSession;
  /** Address of the preview pages, `root` of the tab's address before `session.preview_path`. */
  root: string;
  /** What this browser keeps of the session, of every tab. */
  localDrafts: LocalDraft[];
  /** The unsaved words of this tab, from before a reload; null where there are none. */
  own: FetchedWords | null;
}

export interface ArticleSession {
  readonly api: EditorApi;
  readonly session: EditorSession;
  readonly connection: Connection;
  readonly editor: Editor;
  readonly drafts: DraftKeeper;
  readonly uploads: UploadQueue;
  readonly saver: Saver;
  readonly versions: Versions;
  /** Who else is here, and whether this tab may write. */
  readonly presence: Presence;
  /** What to look at before the article is saved. */
  readonly checks: CheckList;
  /** A state that the site sent and that equals no version here; null where there is none. */
  readonly siteCopy: Readable<SiteCopyView | null>;
  readonly preview: PreviewPages;
  /** Number of the version that the words on the screen were made from. */
  readonly base: Readable<number | null>;
  /** Name or e-mail of who writes, as the site gets it. */
  readonly author: Store<string>;
  /** Where one left off in this article. */
  readonly caret: CaretMemory;
  /** Unsaved words of other tabs and earlier visits. */
  readonly offers: Readable<FetchedWords[]>;
  /** Since when the words of this tab, restored after a reload, were unsaved; null where none were. */
  readonly restoredFrom: Store<string | null>;
  /** The files that this tab knows. */
  readonly files: Assets;
  insertPictures(files: File[]): void;
  /** Saves; a tab that reads asks instead whether to take over. */
  save(): void;
  /** Takes the writing lease of whoever is editing, and shows what was saved meanwhile where nothing is unsaved here. */
  takeOver(): void;
  /** Asks for files of the computer and uploads them to the cursor. @see BlockContext */
  chooseFiles(accept?: string, use?: UploadUse): void;
  /** Shows these words in place of the present ones, unsaved; unsaved present ones are kept aside. */
  restoreWords(words: UnsavedWords): Promise<void>;
  /** Shows the site's copy in place of the present words, unsaved; unsaved present ones are kept aside. */
  takeSiteCopy(copy: SiteCopy): Promise<void>;
  /** Takes an offer back: words of this computer are deleted, also at the appliance; others stay where they are. */
  dismissWords(words: UnsavedWords): Promise<void>;
  /** Shows the current version; unsaved words are kept aside. @throws what the API throws */
  showCurrent(): Promise<void>;
  /** Makes an old version the newest and shows it; unsaved words are kept aside. @throws what the API throws */
  bringBack(number: number): Promise<void>;
  /** Asks the appliance for versions and drafts. @throws what the API throws */
  refresh(): Promise<UnsavedWords[]>;
  /** Sends a version to the site again. @throws what the API throws */
  retry(number: number): Promise<void>;
  /** Shows a document that was made elsewhere, unsaved. */
  startFrom(doc: DocumentNode): void;
  /** A state as the article on this screen would show it, its files known; null where it cannot be shown. */
  docOf(state: VmsJson): Node | null;
}

export function openArticleSession(parts: ArticleSessionParts): ArticleSession {
  const { api, connection, store, memory, schedule, clientId, session, own } = parts;
  const files = createAssets(api.mediaUrl);
  files.learn(assetsOf(session.vms_json));
  files.setMissing(session.restoring);
  if (own !== null) files.learn(assetsOf(own.vms_json));

  const loaded = own?.vms_json ?? (session.readable ? session.vms_json : null);
  const versions = createVersions(session.versions);
  const author = createStore((session.user_email_fixed ? null : memory.get("author")) ?? session.user_email ?? "");
  const restoredFrom = createStore<string | null>(own?.updated_at ?? null);
  const draftOffers = createDraftOffers(parts);

  const presence = createPresence({
    clientId,
    people: session.people,
    author: author.get,
    schedule,
    send: (body) => api.putPresence(clientId, body),
    sayGoodbye: () => api.removePresence(clientId),
  });
  const isReading = () => presence.state.get().mode === "reading";

  const uploads = createUploadQueue({
    connection,
    newId: randomId,
    send: api.upload,
    done(upload, media) {
      files.add(media);
      const filled = fillPlace(editor.state, upload.id, media);
      if (filled !== null) editor.view.dispatch(evenWhileReading(filled));
    },
    cancelled: (upload) => editor.view.dispatch(removePlace(editor.state, upload.id)),
  });
  const editor = createArticleEditor(readDoc(loaded) ?? EMPTY_DOC, files, uploads, isReading);

  const words = createScreenWords(editor, files, loaded, own === null ? session.current_version : own.base_version);
  const drafts = createDraftKeeper({
    session_id: session.session_id,
    client_id: clientId,
    store,
    connection,
    schedule,
    afterPaint,
    now: () => new Date().toISOString(),
    content: words.content,
    send: api.putDraft,
  });
  editor.on("update", drafts.changed);
  if (own !== null) drafts.changed();

  const saver = createSaver({
    connection,
    newSaveId: randomId,
    content: (): SaveContent => ({
      ...words.content(),
      user_email: author.get().trim() || null,
      client_id: clientId,
      revision: drafts.revision(),
    }),
    revision: drafts.revision,
    uploads: uploads.idle,
    holdDrafts: drafts.hold,
    send: api.save,
    saved(version, saved) {
      words.saved(saved.vms_json, version.number);
      versions.saved(version, saved.user_email ?? null);
      drafts.saved(saved.revision);
      restoredFrom.set(null);
    },
  });
  if (!session.user_email_fixed) author.subscribe(() => memory.set("author", author.get()));
  author.subscribe(presence.changed);

  const checks = createCheckList({
    schedule,
    doc: () => editor.state.doc,
    largePictures: (doc) => largePictures(doc, files.get),
  });
  editor.on("transaction", ({ transaction }) => void (transaction.docChanged && checks.changed()));

  const updates = subscribeToUpdates({
    api,
    connection,
    store,
    clientId,
    session,
    root: parts.root,
    files,
    versions,
    presence,
  });
  const swap = createSwapWords({
    api,
    open: updates.open,
    store,
    session_id: session.session_id,
    client_id: clientId,
    words,
    drafts,
  });
  const preview = createPreviewPages({
    api,
    client_id: clientId,
    words,
    drafts,
    base: updates.previewBase,
    renew: updates.ask,
  });

  async function showCurrent(): Promise<void> {
    await swap.showCurrent();
    saver.dismiss();
    restoredFrom.set(null);
  }

  async function refresh(): Promise<UnsavedWords[]> {
    return draftOffers.all(...(await updates.ask()));
  }

  const takeOver = followWritingLease({
    presence,
    editor,
    schedule,
    lost: drafts.flush,
    async catchUp() {
      const isBehind = newerVersion(versions.list.get(), words.base.get()) !== null;
      if (isBehind && !drafts.state.get().unsaved) await showCurrent();
    },
    offerAgain: async () => draftOffers.renew(...(await updates.ask())),
  });

  return {
    api,
    session,
    connection,
    editor,
    drafts,
    uploads,
    saver,
    versions,
    presence,
    checks,
    siteCopy: updates.siteCopy,
    preview,
    base: words.base,
    author,
    caret: caretMemory(memory, session.session_id),
    offers: draftOffers.offers,
    restoredFrom,
    save: () => (isReading() ? presence.unsettle() : saver.press()),
    takeOver,
    files,
    insertPictures: (chosen) => insertFiles(editor.view, uploads, chosen),
    chooseFiles(accept = acceptedFiles(session), use = "block") {
      chooseFiles(accept, messages.toolbar.picture, true, (chosen) =>
        insertFiles(editor.view, uploads, chosen, { use }),
      );
    },
    async restoreWords(chosen) {
      // Offered to a reader only where nobody writes.
      if (isReading()) presence.takeOver();
      const vms_json = chosen.vms_json ?? (await api.draft(chosen.client_id)).vms_json;
      if (readDoc(vms_json) === null) throw new Error(messages.history.unreadable);
      await swap.takeUp(vms_json, chosen.base_version);
      draftOffers.takeBack({ ...chosen, vms_json });
    },
    takeSiteCopy: (copy) => swap.takeUp(copy.vms_json, words.base.get()),
    dismissWords: draftOffers.discard,
    showCurrent,
    async bringBack(number) {
      await api.restore(number, {
        save_id: randomId(),
        base_version: words.base.get(),
        user_email: author.get().trim() || null,
      });
      await showCurrent();
    },
    refresh,
    async retry(number) {
      const before = versions.find(number)?.delivery;
      const { delivery } = await api.retry(number);
      // Events may have told more of it already than the answer says.
      if (versions.find(number)?.delivery === before)
        versions.moved({ downloaded_bytes: null, ...delivery, version_number: number });
    },
    startFrom(doc) {
      words.show({ format: "galley/1", doc, assets: {} }, words.base.get());
      drafts.changed();
    },
    docOf(state) {
      files.learn(assetsOf(state));
      const doc = readDoc(state);
      return doc === null ? null : editor.schema.nodeFromJSON(doc);
    },
  };
}

/** All that the appliance takes, as `<input accept>` says it. */
function acceptedFiles({ limits }: EditorSession): string {
  return limits.accepted_extensions.map((extension) => `.${extension.replace(/^\./, "")}`).join(",");
}
