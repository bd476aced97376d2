/** Opens one article: creates and connects the editor, saves, drafts, uploads and updates. No React here. */
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { ownName } from "../../../server/article/document.ts";
import type { DocumentNode, VmsJson } from "../../../server/article/vms-json.ts";
import type { RoomView } from "../../../server/contracts/collaboration-api.ts";
import type { EditorSession, SiteCopy } from "../../../server/contracts/editor-api.ts";
import { createArticleEditor } from "../article/article-editor.ts";
import { OwnSteps } from "../article/own-steps.ts";
import { createCheckList } from "../checks/check-list.ts";
import type { ArticleTab } from "../client/article-session.ts";
import { Carets, createCarets } from "../collaboration/carets.ts";
import { allowWhileReading, createPresence, ReadingGuard } from "../collaboration/presence.ts";
import { createSharedDocument, type KeptBecause } from "../collaboration/shared-document.ts";
import { createComments, type Panel } from "../comments/comment-state.ts";
import { createDraftKeeper } from "../drafts/draft-keeper.ts";
import type { DraftStore, LocalDraft } from "../drafts/draft-store.ts";
import { assetsOf, createShownState, createStateReplacer, EMPTY_DOC, readDoc } from "../drafts/galley-state.ts";
import { createDraftOffers, type FetchedChanges, type UnsavedChanges } from "../drafts/offers.ts";
import { createSaver, type SaveContent } from "../drafts/saver.ts";
import { createPreviewPages, createVersions, newerVersion } from "../history/versions.ts";
import { messages } from "../messages/index.ts";
import { createSnippets } from "../snippets/snippet-list.ts";
import { randomId } from "../ui/lib/browser.ts";
import { afterPause } from "../ui/lib/later.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";
import { createAssets } from "../uploads/assets.ts";
import { createImports } from "../uploads/imports.ts";
import { fitImported, largePictures, shrinkAll } from "../uploads/large-pictures.ts";
import { chooseFiles, insertFiles } from "../uploads/picture-input.ts";
import { fillPlace, fillSource, removePlace } from "../uploads/upload-places.ts";
import { createUploadQueue, type Prepare } from "../uploads/upload-queue.ts";
import { ArticleLanguageKeeper } from "../writing/language/article-language.ts";
import { Slash } from "../writing/slash/slash-trigger.ts";
import { TypographyAsTyped } from "../writing/typography/typography.ts";
import { subscribeToUpdates } from "./updates.ts";

interface KeptDrafts {
  store: DraftStore;
  localDrafts: LocalDraft[];
  /** The unsaved changes of this tab before a reload; null if there are none. */
  own: FetchedChanges | null;
  /** The room that this tab joins; `session` has its document. */
  room: RoomView | null;
  writerKey: string;
}

export type OpenSession = ReturnType<typeof openArticleSession>;

export function openArticleSession(tab: ArticleTab, { store, localDrafts, own, room, writerKey }: KeptDrafts) {
  const { api, connection, memory, clientId, session } = tab;
  const files = createAssets(api.mediaUrl);
  files.learn(assetsOf(session.vms_json));
  files.setMissing(session.restoring);
  if (own !== null) files.learn(assetsOf(own.vms_json));

  const loaded = own?.vms_json ?? (session.readable ? session.vms_json : null);
  const versions = createVersions(session.versions);
  const author = createStore((session.user_email_fixed ? null : memory.get("author")) ?? session.user_email ?? "");
  const authorOrNull = () => author.get().trim() || null;
  const restoredFrom = createStore<string | null>(own?.updated_at ?? null);
  const draftOffers = createDraftOffers(tab, store, localDrafts);

  const presence = createPresence(tab, author.get);
  const isReading = () => presence.state.get().mode === "reading";

  const uploads = createUploadQueue(
    {
      ...{ api, connection, prepare },
      ...{ originals: session.publish_originals, narrower: session.narrower_pictures },
    },
    {
      done(upload, media, narrower) {
        for (const each of [media, ...narrower]) files.add(each);
        const filled = fillPlace(editor.state, upload.id, media);
        if (filled !== null) editor.view.dispatch(allowWhileReading(filled));
      },
      cancelled: (upload) => editor.view.dispatch(removePlace(editor.state, upload.id)),
    },
  );
  const imports = createImports(tab, files.add, (source, media) => {
    const filled = fillSource(editor.state, source, media);
    if (filled === null) return;
    editor.view.dispatch(allowWhileReading(filled));
    void fitImported(editor.view, parts, media.file_name);
  });
  const parts = { files, queue: uploads, imports, embeds: session.embeds, containers: session.custom_containers };
  const resumed = own?.room ?? null;
  const editor = createArticleEditor(resumed?.confirmed ?? readDoc(loaded) ?? EMPTY_DOC, parts, [
    OwnSteps,
    Carets,
    Slash,
    ArticleLanguageKeeper,
    TypographyAsTyped,
    ReadingGuard.configure({ isReading }),
  ]);

  const shown = createShownState(editor, files, loaded, own === null ? session.current_version : own.base_version);
  const replacedBy = createStore<string | null>(null);
  const kept = createStore<KeptBecause | null>(null);
  const compared = createStore<FetchedChanges | null>(null);
  const swap = createStateReplacer(tab, {
    open: () => updates.open(),
    store,
    shown,
    drafts: () => drafts,
    shared: () => shared,
    author: () => author.get().trim(),
  });
  const refreshOffers = async () => draftOffers.renew(...(await updates.refresh()));
  const shared = createSharedDocument(
    tab,
    editor,
    {
      ...{ files, shown },
      isUnsaved: () => drafts.state.get().unsaved,
      holdDrafts: () => drafts.hold(),
      confirmed: (steps, n) => carets.confirmed(steps, n),
      keepAside: swap.keepAside,
      replaced: replacedBy.set,
      kept(why) {
        kept.set(why);
        refreshOffers().then(
          () => why === "diverged" && compared.set(draftOffers.offers.get()[0] ?? null),
          () => undefined,
        );
      },
    },
    writerKey,
  );
  const carets = createCarets(tab, editor, shared, presence.state, author.get);
  const drafts = createDraftKeeper(tab, store, { content: shown.content, shared });
  editor.on("update", drafts.changed);
  if (resumed !== null) shared.resume(resumed);
  else if (own !== null) drafts.changed();
  if (room !== null) shared.begin(room);

  const saver = createSaver(tab, {
    uploads,
    drafts,
    settled: shared.settled,
    content(): SaveContent {
      const author = { user_email: authorOrNull(), client_id: clientId };
      const epoch = shared.epoch();
      return {
        body: epoch === null ? { ...shown.content(), ...author } : { epoch, ...author },
        revision: drafts.revision(),
        steps: shared.ownSteps(),
      };
    },
    saved(version, { body, revision, steps }) {
      if ("epoch" in body) shown.based(version.number);
      else {
        shown.saved(body.vms_json, version.number, steps);
        shared.stored(steps);
        drafts.saved(revision);
      }
      versions.saved(version, body.user_email ?? null);
      restoredFrom.set(null);
    },
    async conflict({ current }) {
      await showCurrent();
      await refreshOffers();
      replacedBy.set(current.user_email ?? "");
    },
  });
  if (!session.user_email_fixed) author.subscribe(() => memory.set("author", author.get()));
  author.subscribe(presence.changed);

  const checks = createCheckList(
    tab,
    () => editor.state.doc,
    (doc) => largePictures(doc, files.get),
  );
  editor.on("transaction", ({ transaction }) => void (transaction.docChanged && checks.changed()));

  const panel = createStore<Panel | null>(null);
  const comments = createComments(tab);
  const snippets = createSnippets(tab);
  const updates = subscribeToUpdates(tab, store, {
    ...{ files, versions, presence, comments, snippets, shared, carets },
  });
  presence.state.subscribe(() => {
    // Galley creates a room for the second tab.
    if (presence.state.get().others.length > 0 && !shared.state.get().shared) void shared.join();
    // An empty transaction updates `editable`.
    if (editor.isEditable === isReading()) editor.view.dispatch(editor.state.tr);
  });
  /** This tab is replacing its own text with another version. */
  let isReplacing = false;
  followVersions();

  async function showCurrent(): Promise<void> {
    await swap.showCurrent();
    saver.dismiss();
    restoredFrom.set(null);
  }

  /** Outside a room, a version from elsewhere replaces the text; in a room, Galley replaces it. */
  function followVersions(): void {
    versions.list.subscribe(() => {
      const newer = newerVersion(versions.list.get(), shown.base.get());
      const { kind } = saver.state.get();
      // During a save, the newer version may come from this tab.
      if (newer === null || isReplacing || kind === "saving" || kind === "waiting_for_server") return;
      if (shared.state.get().shared) return;
      isReplacing = true;
      showCurrent()
        .then(() => {
          replacedBy.set(newer.user_email ?? "");
          return refreshOffers();
        })
        .catch(() => undefined)
        .finally(() => {
          isReplacing = false;
        });
    });
  }

  return {
    ...tab,
    editor,
    files,
    imports,
    uploads,
    drafts,
    saver,
    versions,
    presence,
    checks,
    panel,
    comments,
    snippets,
    author,
    name: createArticleName(session, editor, updates.title),
    siteCopy: updates.siteCopy,
    preview: createPreviewPages(tab, shown, drafts, updates.previewBase, updates.refresh),
    base: shown.base,
    offers: draftOffers.offers,
    /** ISO time of the changes that a reload restored; null if there were none. */
    restoredFrom,
    /** The author who replaced the text, "" if unknown; null if the text was not replaced. */
    replacedBy,
    /** Why text of this tab was kept as unsaved changes. */
    kept,
    /** The unsaved changes that the comparison dialog shows; null while it is closed. */
    compared,
    carets,
    shared: shared.state,
    save: () => void (isReading() || saver.press()),
    showCurrent,
    refresh: async (): Promise<UnsavedChanges[]> => draftOffers.all(...(await updates.refresh())),
    shrinkPictures: () => shrinkAll(editor.view, parts),
    insertPictures: (chosen: File[]) => insertFiles(editor.view, uploads, chosen),
    chooseFiles(accept = acceptedFiles(session), asGallery = false) {
      chooseFiles(accept, messages.toolbar.picture, true, (chosen) =>
        insertFiles(editor.view, uploads, chosen, { asGallery }),
      );
    },
    insertSnippet(id: string): void {
      const { notice } = editor.storage.pasteInput;
      import("../snippets/snippet-content.ts").then(
        ({ insertSnippet }) =>
          insertSnippet({ editor, api, files, isReading }, id).catch((error: Error) =>
            notice.set(messages.snippets.notInserted(error.message)),
          ),
        () => notice.set(messages.writing.notLoaded),
      );
    },
    /** Shows these changes without saving them. History keeps the previous unsaved changes. */
    async restoreChanges(chosen: UnsavedChanges) {
      const vms_json = chosen.vms_json ?? (await api.draft(chosen.client_id)).vms_json;
      if (readDoc(vms_json) === null) throw new Error(messages.history.unreadable);
      // Based on the version shown now, so that it can be saved although it is older.
      await swap.show(vms_json, shown.base.get());
      draftOffers.dismiss({ ...chosen, vms_json });
    },
    /** Removes an offer: deletes changes of this computer, also in Galley, and dismisses others. */
    discardChanges: draftOffers.discard,
    takeSiteCopy: (copy: SiteCopy) => swap.show(copy.vms_json, shown.base.get()),
    async restoreVersion(number: number) {
      isReplacing = true;
      try {
        await api.restore(number, { save_id: randomId(), base_version: shown.base.get(), user_email: authorOrNull() });
        // In a room, Galley updates all tabs.
        if (!shared.state.get().shared) await showCurrent();
      } finally {
        isReplacing = false;
      }
    },
    async resend(number: number) {
      const before = versions.find(number)?.delivery;
      const { delivery } = await api.retry(number);
      // Events may be newer than the response.
      if (versions.find(number)?.delivery === before)
        versions.applyDelivery({ downloaded_bytes: null, ...delivery, version_number: number });
    },
    startFrom(doc: DocumentNode) {
      void swap.show({ format: "galley/1", doc, assets: {} }, shown.base.get());
    },
    docOf(state: VmsJson): Node | null {
      files.learn(assetsOf(state));
      const doc = readDoc(state);
      return doc === null ? null : editor.schema.nodeFromJSON(doc);
    },
  };
}

const prepare: Prepare = async (...picture) => (await import("../uploads/fit/fit-picture.ts")).fitPicture(...picture);

function acceptedFiles({ limits }: EditorSession): string {
  return limits.accepted_extensions.map((extension) => `.${extension.replace(/^\./, "")}`).join(",");
}

const FOLLOW_MS = 400;

/** The site's title, else the first heading or text of the article, else the material id. */
function createArticleName(
  { material_id }: EditorSession,
  editor: Pick<Editor, "state" | "on">,
  title: Readable<string | null>,
): Readable<string> {
  const nameNow = () => title.get() ?? ownName(editor.state.doc) ?? material_id;
  const name = createStore(nameNow());
  const follow = () => name.set(nameNow());
  title.subscribe(follow);
  const { call } = afterPause(follow, FOLLOW_MS);
  editor.on("transaction", ({ transaction }) => void (transaction.docChanged && call()));
  return name;
}
