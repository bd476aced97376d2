/** Updates the open article from its events, and from a fresh session when events may have been missed. */
import { SCHEMA_ID } from "../../../server/article/schema.ts";
import type { EditorEvents, EditorSession, SiteCopyView } from "../../../server/contracts/editor-api.ts";
import { listen } from "../../shared/api-client.ts";
import type { ArticleTab } from "../client/article-session.ts";
import type { createCarets } from "../collaboration/carets.ts";
import type { Presence } from "../collaboration/presence.ts";
import type { SharedDocument } from "../collaboration/shared-document.ts";
import type { Comments } from "../comments/comment-state.ts";
import type { DraftStore, LocalDraft } from "../drafts/draft-store.ts";
import { assetsOf } from "../drafts/galley-state.ts";
import type { Versions } from "../history/versions.ts";
import type { Snippets } from "../snippets/snippet-list.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";
import type { Assets } from "../uploads/assets.ts";

interface Updated {
  files: Assets;
  versions: Versions;
  presence: Presence;
  shared: SharedDocument;
  carets: ReturnType<typeof createCarets>;
  comments: Comments;
  snippets: Snippets;
}

export function subscribeToUpdates(
  { api, connection, clientId, session, root }: ArticleTab,
  store: DraftStore,
  { files, versions, presence, comments, snippets, shared, carets }: Updated,
) {
  const title = createStore(session.title);
  const siteCopy = createStore(session.site_copy);
  const previewBase = createStore(root + session.preview_path);
  /** Events received of each kind. A response is ignored if an event arrived after its request. */
  const eventCounts = { site: 0, people: 0, files: 0, room: 0 };

  const counted =
    <Data>(kind: keyof typeof eventCounts, apply: (data: Data) => void) =>
    (data: Data) => {
      eventCounts[kind] += 1;
      apply(data);
    };

  const setFromSite = (fresh: EditorEvents["reopened"]) => {
    title.set(fresh.title);
    siteCopy.set(fresh.site_copy);
  };

  async function open(): Promise<EditorSession> {
    const before = { ...eventCounts };
    const versionsBefore = versions.updateCount();
    const fresh = await api.open();
    versions.replace(fresh.versions, versionsBefore);
    files.learn(assetsOf(fresh.vms_json));
    if (eventCounts.files === before.files) files.setMissing(fresh.restoring);
    if (eventCounts.people === before.people) presence.apply({ people: fresh.people });
    if (eventCounts.site === before.site) setFromSite(fresh);
    if (eventCounts.room === before.room && fresh.room !== null) shared.changed(fresh.room);
    if (fresh.schema !== SCHEMA_ID) location.reload();
    comments.resync(fresh.open_comments);
    snippets.resync();
    previewBase.set(root + fresh.preview_path);
    return fresh;
  }

  const refresh = (): Promise<[EditorSession, LocalDraft[]]> =>
    Promise.all([open(), store.list(session.session_id).catch(() => [])]);

  /** Runs one request at a time, and at most one more after it. */
  let catchingUp = false;
  let again = false;
  async function catchUp(): Promise<void> {
    again = true;
    if (catchingUp) return;
    catchingUp = true;
    while (again) {
      again = false;
      // The connection reports the failure.
      await refresh().catch(() => undefined);
    }
    catchingUp = false;
  }
  listen<EditorEvents>(api.eventsUrl(clientId, session.event_id), {
    events: {
      version: versions.applyVersion,
      delivery: versions.applyDelivery,
      asset: counted("files", files.fetched),
      reopened: counted("site", setFromSite),
      comment: comments.apply,
      snippet: snippets.apply,
      room: counted("room", (head) => shared.changed(head)),
      steps: shared.receive,
      caret: carets.apply,
      presence: counted("people", presence.apply),
    },
    onState(state, resumed) {
      if (state !== "open") return;
      connection.tryNow();
      shared.catchUp();
      if (!resumed) return;
      // When the previous stream ended, Galley considered the tab closed.
      presence.reconnect();
      void catchUp();
    },
  });
  return {
    title: title as Readable<string | null>,
    /** The site's content if it matches no version in Galley; else null. */
    siteCopy: siteCopy as Readable<SiteCopyView | null>,
    previewBase: previewBase as Readable<string>,
    open,
    refresh,
  };
}
