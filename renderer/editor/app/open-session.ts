/** Opens one article: creates the editor, saves, drafts, uploads and updates, and wires them together. No React here. */
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { ownName } from "../../../server/article/heading.ts";
import type { DocumentNode, VmsJson } from "../../../server/article/vms-json.ts";
import type { EditorSession, SiteCopy } from "../../../server/contracts/editor-api.ts";
import { createArticleEditor } from "../article/article-editor.ts";
import { createCheckList } from "../checks/check-list.ts";
import type { ArticleTab } from "../client/article-session.ts";
import { createComments } from "../comments/comment-state.ts";
import { createDraftKeeper } from "../drafts/draft-keeper.ts";
import { createDraftOffers } from "../drafts/draft-offers.ts";
import type { DraftStore, LocalDraft } from "../drafts/draft-store.ts";
import { assetsOf, EMPTY_DOC, readDoc } from "../drafts/galley-state.ts";
import type { FetchedChanges, UnsavedChanges } from "../drafts/offers.ts";
import { createSaver, type SaveContent } from "../drafts/saver.ts";
import { createShownState, createSwap } from "../drafts/shown-state.ts";
import { createPreviewPages } from "../history/preview-pages.ts";
import { createVersions, newerVersion } from "../history/versions.ts";
import { messages } from "../messages/index.ts";
import { createPresence } from "../presence/presence.ts";
import { evenWhileReading, followWritingLease, ReadingGuard } from "../presence/writing-lease.ts";
import { createSnippets } from "../snippets/snippet-list.ts";
import { randomId } from "../ui/lib/ids.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";
import { createAssets } from "../uploads/assets.ts";
import { prepareWhenLoaded } from "../uploads/fit/load-fit.ts";
import { createImports } from "../uploads/imports.ts";
import { fitWhatCame, largePictures, shrinkAll } from "../uploads/large-pictures.ts";
import { chooseFiles, insertFiles } from "../uploads/picture-input.ts";
import { fillPlace, fillSource, removePlace, type UploadUse } from "../uploads/upload-places.ts";
import { createUploadQueue } from "../uploads/upload-queue.ts";
import { ArticleLanguageKeeper } from "../writing/language/article-language.ts";
import { Slash } from "../writing/slash/slash-trigger.ts";
import { TypographyAsTyped } from "../writing/typography/typography.ts";
import { subscribeToUpdates } from "./updates.ts";

export interface KeptDrafts {
  store: DraftStore;
  localDrafts: LocalDraft[];
  /** The unsaved changes of this tab before a reload; null where there are none. */
  own: FetchedChanges | null;
}

export type OpenSession = ReturnType<typeof openArticleSession>;

export function openArticleSession(tab: ArticleTab, { store, localDrafts, own }: KeptDrafts) {
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
      ...{ api, connection, prepare: prepareWhenLoaded },
      ...{ originals: session.publish_originals, narrower: session.narrower_pictures },
    },
    {
      done(upload, media, narrower) {
        for (const each of [media, ...narrower]) files.add(each);
        const filled = fillPlace(editor.state, upload.id, media);
        if (filled !== null) editor.view.dispatch(evenWhileReading(filled));
      },
      cancelled: (upload) => editor.view.dispatch(removePlace(editor.state, upload.id)),
    },
  );
  const imports = createImports(tab, files.add, (source, media) => {
    const filled = fillSource(editor.state, source, media);
    if (filled === null) return;
    editor.view.dispatch(evenWhileReading(filled));
    void fitWhatCame(editor.view, parts, media.file_name);
  });
  const parts = { files, queue: uploads, imports, embeds: session.embeds, containers: session.custom_containers };
  const editor = createArticleEditor(readDoc(loaded) ?? EMPTY_DOC, parts, [
    Slash,
    ArticleLanguageKeeper,
    TypographyAsTyped,
    ReadingGuard.configure({ isReading }),
  ]);

  const shown = createShownState(editor, files, loaded, own === null ? session.current_version : own.base_version);
  const drafts = createDraftKeeper(tab, store, shown.content);
  editor.on("update", drafts.changed);
  if (own !== null) drafts.changed();

  const saver = createSaver(tab, {
    uploads,
    drafts,
    content: (): SaveContent => ({
      ...shown.content(),
      user_email: authorOrNull(),
      client_id: clientId,
      revision: drafts.revision(),
    }),
    saved(version, saved) {
      shown.saved(saved.vms_json, version.number);
      versions.saved(version, saved.user_email ?? null);
      drafts.saved(saved.revision);
      restoredFrom.set(null);
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

  const comments = createComments(tab);
  const snippets = createSnippets(tab);
  const updates = subscribeToUpdates(tab, store, { files, versions, presence, comments, snippets });
  const swap = createSwap(tab, updates.open, store, shown, drafts);

  async function showCurrent(): Promise<void> {
    await swap.showCurrent();
    saver.dismiss();
    restoredFrom.set(null);
  }

  const takeOver = followWritingLease(tab, presence, editor, {
    lost: drafts.flush,
    async catchUp() {
      const isBehind = newerVersion(versions.list.get(), shown.base.get()) !== null;
      if (isBehind && !drafts.state.get().unsaved) await showCurrent();
    },
    offerAgain: async () => draftOffers.renew(...(await updates.refresh())),
  });

  return {
    api,
    connection,
    memory,
    session,
    editor,
    files,
    imports,
    uploads,
    drafts,
    saver,
    versions,
    presence,
    checks,
    comments,
    snippets,
    author,
    name: createArticleName(tab, editor, updates.title),
    siteCopy: updates.siteCopy,
    preview: createPreviewPages(tab, shown, drafts, updates.previewBase, updates.refresh),
    /** Number of the version that the shown text is based on. */
    base: shown.base,
    /** Unsaved changes of other tabs and earlier visits. */
    offers: draftOffers.offers,
    /** Time of the changes that a reload restored; null where none were. */
    restoredFrom,
    /** Saves; a tab that reads offers to take over instead. */
    save: () => (isReading() ? presence.unsettle() : saver.press()),
    takeOver,
    showCurrent,
    refresh: async (): Promise<UnsavedChanges[]> => draftOffers.all(...(await updates.refresh())),
    shrinkPictures: () => shrinkAll(editor.view, parts),
    insertPictures: (chosen: File[]) => insertFiles(editor.view, uploads, chosen),
    chooseFiles(accept = acceptedFiles(session), use: UploadUse = "block") {
      chooseFiles(accept, messages.toolbar.picture, true, (chosen) =>
        insertFiles(editor.view, uploads, chosen, { use }),
      );
    },
    insertSnippet(id: string): void {
      const { said } = editor.storage.pasteInput;
      import("../snippets/insert-snippet.ts").then(
        ({ insertSnippet }) =>
          insertSnippet({ editor, api, files, isReading }, id).catch((error: Error) =>
            said.set(messages.snippets.notInserted(error.message)),
          ),
        () => said.set(messages.writing.notLoaded),
      );
    },
    /** Shows these changes, unsaved; the present unsaved changes are kept in History. */
    async restoreChanges(chosen: UnsavedChanges) {
      // Offered to a reader only where no tab edits.
      if (isReading()) presence.takeOver();
      const vms_json = chosen.vms_json ?? (await api.draft(chosen.client_id)).vms_json;
      if (readDoc(vms_json) === null) throw new Error(messages.history.unreadable);
      await swap.show(vms_json, chosen.base_version);
      draftOffers.dismiss({ ...chosen, vms_json });
    },
    /** Removes an offer: changes of this computer are deleted, also in Galley; others are dismissed. */
    discardChanges: draftOffers.discard,
    /** Shows the site's copy, unsaved; the present unsaved changes are kept in History. */
    takeSiteCopy: (copy: SiteCopy) => swap.show(copy.vms_json, shown.base.get()),
    async restoreVersion(number: number) {
      await api.restore(number, { save_id: randomId(), base_version: shown.base.get(), user_email: authorOrNull() });
      await showCurrent();
    },
    async resend(number: number) {
      const before = versions.find(number)?.delivery;
      const { delivery } = await api.retry(number);
      // Events may be newer than the response.
      if (versions.find(number)?.delivery === before)
        versions.applyDelivery({ downloaded_bytes: null, ...delivery, version_number: number });
    },
    /** Shows a document that was made elsewhere, unsaved. */
    startFrom(doc: DocumentNode) {
      shown.show({ format: "galley/1", doc, assets: {} }, shown.base.get());
      drafts.changed();
    },
    docOf(state: VmsJson): Node | null {
      files.learn(assetsOf(state));
      const doc = readDoc(state);
      return doc === null ? null : editor.schema.nodeFromJSON(doc);
    },
  };
}

function acceptedFiles({ limits }: EditorSession): string {
  return limits.accepted_extensions.map((extension) => `.${extension.replace(/^\./, "")}`).join(",");
}

/** ms from a change of the text to the name that follows it. */
const FOLLOW_MS = 400;

/** The site's title, else the first heading or words of the article, else the material id. */
function createArticleName(
  { session, schedule }: Pick<ArticleTab, "session" | "schedule">,
  editor: Pick<Editor, "state" | "on">,
  title: Readable<string | null>,
): Readable<string> {
  const nameNow = () => title.get() ?? ownName(editor.state.doc) ?? session.material_id;
  const name = createStore(nameNow());
  let isDue = false;
  const follow = () => {
    isDue = false;
    name.set(nameNow());
  };
  title.subscribe(follow);
  editor.on("transaction", ({ transaction }) => {
    if (isDue || !transaction.docChanged || title.get() !== null) return;
    isDue = true;
    schedule(FOLLOW_MS, follow);
  });
  return name;
}
