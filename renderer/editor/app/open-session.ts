/**
 * One open article: the only place that makes the editor, saves, drafts, uploads and events and wires them together. No
 * React here; the components read its stores and call its methods.
 */
import type { Node } from "@tiptap/pm/model";
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
import type { FetchedWords, UnsavedWords } from "../drafts/offers.ts";
import { createSaver, type SaveContent } from "../drafts/saver.ts";
import { createScreenWords, createSwapWords } from "../drafts/screen-words.ts";
import { createPreviewPages } from "../history/preview/preview-pages.ts";
import { createVersions, newerVersion } from "../history/versions.ts";
import { messages } from "../messages/index.ts";
import { createPresence } from "../presence/presence.ts";
import { evenWhileReading, followWritingLease, ReadingGuard } from "../presence/writing-lease.ts";
import { createSnippetShelf } from "../snippets/snippet-shelf.ts";
import { randomId } from "../ui/lib/ids.ts";
import { createStore } from "../ui/lib/store.ts";
import { createAssets } from "../uploads/assets.ts";
import { chooseFiles } from "../uploads/choose-files.ts";
import { prepareWhenLoaded } from "../uploads/fit/load-fit.ts";
import { createImports } from "../uploads/imports.ts";
import { fitWhatCame, largePictures, shrinkAll } from "../uploads/large-pictures.ts";
import { insertFiles } from "../uploads/picture-input.ts";
import { fillPlace, fillSource, removePlace, type UploadUse } from "../uploads/upload-places.ts";
import { createUploadQueue } from "../uploads/upload-queue.ts";
import { ArticleLanguageKeeper } from "../writing/language/article-language.ts";
import { Slash } from "../writing/slash/slash-trigger.ts";
import { TypographyAsTyped } from "../writing/typography/typography.ts";
import { createArticleName } from "./article-name.ts";
import { subscribeToUpdates } from "./updates.ts";

/** What this browser holds of an article before it is opened. */
export interface KeptWords {
  store: DraftStore;
  /** What this browser keeps of the session, of every tab. */
  localDrafts: LocalDraft[];
  /** The unsaved words of this tab, from before a reload; null where there are none. */
  own: FetchedWords | null;
}

export type OpenSession = ReturnType<typeof openArticleSession>;

export function openArticleSession(tab: ArticleTab, { store, localDrafts, own }: KeptWords) {
  const { api, connection, memory, clientId, session } = tab;
  const files = createAssets(api.mediaUrl);
  files.learn(assetsOf(session.vms_json));
  files.setMissing(session.restoring);
  if (own !== null) files.learn(assetsOf(own.vms_json));

  const loaded = own?.vms_json ?? (session.readable ? session.vms_json : null);
  const versions = createVersions(session.versions);
  const author = createStore((session.user_email_fixed ? null : memory.get("author")) ?? session.user_email ?? "");
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

  const words = createScreenWords(editor, files, loaded, own === null ? session.current_version : own.base_version);
  const drafts = createDraftKeeper(tab, store, words.content);
  editor.on("update", drafts.changed);
  if (own !== null) drafts.changed();

  const saver = createSaver(tab, {
    uploads,
    drafts,
    content: (): SaveContent => ({
      ...words.content(),
      user_email: author.get().trim() || null,
      client_id: clientId,
      revision: drafts.revision(),
    }),
    saved(version, saved) {
      words.saved(saved.vms_json, version.number);
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
  const snippets = createSnippetShelf(tab);
  const updates = subscribeToUpdates(tab, store, { files, versions, presence, comments, snippets });
  const name = createArticleName(tab, editor, updates.title);
  const swap = createSwapWords(tab, updates.open, store, words, drafts);
  const preview = createPreviewPages(tab, words, drafts, updates.previewBase, updates.ask);

  /** Shows the current version; unsaved words are kept aside. @throws what the API throws */
  async function showCurrent(): Promise<void> {
    await swap.showCurrent();
    saver.dismiss();
    restoredFrom.set(null);
  }

  /** Asks the appliance for versions and drafts. @throws what the API throws */
  async function refresh(): Promise<UnsavedWords[]> {
    return draftOffers.all(...(await updates.ask()));
  }

  const takeOver = followWritingLease(tab, presence, editor, {
    lost: drafts.flush,
    async catchUp() {
      const isBehind = newerVersion(versions.list.get(), words.base.get()) !== null;
      if (isBehind && !drafts.state.get().unsaved) await showCurrent();
    },
    offerAgain: async () => draftOffers.renew(...(await updates.ask())),
  });

  return {
    api,
    connection,
    memory,
    session,
    editor,
    /** What the article is called, for people. */
    name,
    drafts,
    uploads,
    saver,
    versions,
    /** Who else is here, and whether this tab may write. */
    presence,
    /** What to look at before the article is saved. */
    checks,
    /** What people say about the article. */
    comments,
    /** What the project keeps under a name, to be put into its articles. */
    snippets,
    /** Puts a snippet where the cursor is, once it has come; where it does not, a sentence says why. */
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
    shrinkPictures: () => shrinkAll(editor.view, parts),
    siteCopy: updates.siteCopy,
    preview,
    /** Number of the version that the words on the screen were made from. */
    base: words.base,
    /** Name or e-mail of who writes, as the site gets it. */
    author,
    /** Unsaved words of other tabs and earlier visits. */
    offers: draftOffers.offers,
    /** Since when the words of this tab, restored after a reload, were unsaved; null where none were. */
    restoredFrom,
    /** The files that this tab knows. */
    files,
    /** Pictures of other sites, and files of other articles. */
    imports,
    /** Saves; a tab that reads asks instead whether to take over. */
    save: () => (isReading() ? presence.unsettle() : saver.press()),
    /** Takes the writing lease of whoever is editing, and shows what was saved meanwhile where nothing is unsaved here. */
    takeOver,
    insertPictures: (chosen: File[]) => insertFiles(editor.view, uploads, chosen),
    /** Asks for files of the computer and uploads them to the cursor. @see BlockContext */
    chooseFiles(accept = acceptedFiles(session), use: UploadUse = "block") {
      chooseFiles(accept, messages.toolbar.picture, true, (chosen) =>
        insertFiles(editor.view, uploads, chosen, { use }),
      );
    },
    /** Shows these words in place of the present ones, unsaved; unsaved present ones are kept aside. */
    async restoreWords(chosen: UnsavedWords) {
      // Offered to a reader only where nobody writes.
      if (isReading()) presence.takeOver();
      const vms_json = chosen.vms_json ?? (await api.draft(chosen.client_id)).vms_json;
      if (readDoc(vms_json) === null) throw new Error(messages.history.unreadable);
      await swap.takeUp(vms_json, chosen.base_version);
      draftOffers.takeBack({ ...chosen, vms_json });
    },
    /** Shows the site's copy in place of the present words, unsaved; unsaved present ones are kept aside. */
    takeSiteCopy: (copy: SiteCopy) => swap.takeUp(copy.vms_json, words.base.get()),
    /** Takes an offer back: words of this computer are deleted, also at the appliance; others stay where they are. */
    dismissWords: draftOffers.discard,
    showCurrent,
    /** Makes an old version the newest and shows it; unsaved words are kept aside. @throws what the API throws */
    async bringBack(number: number) {
      await api.restore(number, {
        save_id: randomId(),
        base_version: words.base.get(),
        user_email: author.get().trim() || null,
      });
      await showCurrent();
    },
    refresh,
    /** Sends a version to the site again. @throws what the API throws */
    async retry(number: number) {
      const before = versions.find(number)?.delivery;
      const { delivery } = await api.retry(number);
      // Events may have told more of it already than the answer says.
      if (versions.find(number)?.delivery === before)
        versions.applyDelivery({ downloaded_bytes: null, ...delivery, version_number: number });
    },
    /** Shows a document that was made elsewhere, unsaved. */
    startFrom(doc: DocumentNode) {
      words.show({ format: "galley/1", doc, assets: {} }, words.base.get());
      drafts.changed();
    },
    /** A state as the article on this screen would show it, its files known; null where it cannot be shown. */
    docOf(state: VmsJson): Node | null {
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
