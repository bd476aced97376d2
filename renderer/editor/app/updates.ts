/** What the appliance has to say of the article: its events, and all of it anew where some may have been missed. */
import type { EditorEvents, EditorSession, SiteCopyView } from "../../../server/contracts/editor-api.ts";
import { listen } from "../../shared/event-source.ts";
import type { ArticleTab } from "../client/article-session.ts";
import type { Comments } from "../comments/comment-state.ts";
import type { DraftStore, LocalDraft } from "../drafts/draft-store.ts";
import { assetsOf } from "../drafts/galley-state.ts";
import type { Versions } from "../history/versions.ts";
import type { Presence } from "../presence/presence.ts";
import type { SnippetShelf } from "../snippets/snippet-shelf.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";
import type { Assets } from "../uploads/assets.ts";

/** Listens for as long as the page is there. */
export function subscribeToUpdates(
  { api, connection, clientId, session, root }: ArticleTab,
  store: DraftStore,
  {
    files,
    versions,
    presence,
    comments,
    snippets,
  }: { files: Assets; versions: Versions; presence: Presence; comments: Comments; snippets: SnippetShelf },
) {
  const title = createStore(session.title);
  const siteCopy = createStore(session.site_copy);
  const previewBase = createStore(root + session.preview_path);

  /** Events of the site, people and files, counted: an answer that was asked for before one of them may be older. */
  let siteHeard = 0;
  let peopleHeard = 0;
  let filesHeard = 0;

  const setFromSite = (fresh: EditorEvents["reopened"]) => {
    title.set(fresh.title);
    siteCopy.set(fresh.site_copy);
  };

  /** Asks for all of it. @throws what the API throws */
  async function open(): Promise<EditorSession> {
    const [siteBefore, peopleBefore, filesBefore] = [siteHeard, peopleHeard, filesHeard];
    const versionsBefore = versions.updateCount();
    const fresh = await api.open();
    versions.replace(fresh.versions, versionsBefore);
    files.learn(assetsOf(fresh.vms_json));
    if (filesHeard === filesBefore) files.setMissing(fresh.restoring);
    if (peopleHeard === peopleBefore) presence.apply({ people: fresh.people });
    if (siteHeard === siteBefore) setFromSite(fresh);
    comments.resync(fresh.open_comments);
    snippets.missed();
    previewBase.set(root + fresh.preview_path);
    return fresh;
  }

  /** The same, and the drafts of this computer. @throws what the API throws */
  const ask = (): Promise<[EditorSession, LocalDraft[]]> =>
    Promise.all([open(), store.list(session.session_id).catch(() => [])]);

  /** One request at a time and at most one more after it, however often the stream comes back meanwhile. */
  let catchingUp = false;
  let again = false;
  async function catchUp(): Promise<void> {
    again = true;
    if (catchingUp) return;
    catchingUp = true;
    while (again) {
      again = false;
      // The connection shows the failure.
      await ask().catch(() => undefined);
    }
    catchingUp = false;
  }
  listen<EditorEvents>(api.eventsUrl(clientId, session.event_id), {
    events: {
      version: versions.applyVersion,
      delivery: versions.applyDelivery,
      asset(file) {
        filesHeard += 1;
        files.fetched(file);
      },
      reopened(fresh) {
        siteHeard += 1;
        setFromSite(fresh);
      },
      comment: comments.apply,
      snippet: snippets.apply,
      presence(people) {
        peopleHeard += 1;
        presence.apply(people);
      },
    },
    onState(state, resumed) {
      if (state !== "open") return;
      connection.tryNow();
      // When the stream before this one ended, the appliance took the tab for closed.
      if (resumed) presence.reconnect();
      if (resumed) void catchUp();
    },
  });
  return {
    /** What the site calls the article; null where it does not say. */
    title: title as Readable<string | null>,
    /** A state that the site sent and that equals no version here; null where there is none. */
    siteCopy: siteCopy as Readable<SiteCopyView | null>,
    /** Address of the preview pages. */
    previewBase: previewBase as Readable<string>,
    open,
    ask,
  };
}
