/** What the appliance has to say of the article: its events, and all of it anew where some may have been missed. */
import type { EditorEvents, EditorSession, SiteCopyView } from "../../server/editor/editor-api.ts";
import { listen } from "../shared/event-source.ts";
import type { EditorApi } from "./api.ts";
import type { Connection } from "./connection.ts";
import type { FileBook } from "./file-book.ts";
import type { Presence } from "./presence/presence.ts";
import type { DraftStore, LocalDraft } from "./saving/draft-store.ts";
import { assetsOf } from "./saving/galley-state.ts";
import { createStore, type Readable } from "./store.ts";
import type { VersionBook } from "./version-book.ts";

export interface NewsParts {
  api: Pick<EditorApi, "open" | "eventsUrl">;
  connection: Connection;
  store: DraftStore;
  clientId: string;
  session: EditorSession;
  /** Where the preview pages are, before the session's `preview_path`. */
  root: string;
  files: FileBook;
  versions: VersionBook;
  presence: Presence;
}

export interface News {
  readonly siteCopy: Readable<SiteCopyView | null>;
  /** Address of the preview pages. */
  readonly previewBase: Readable<string>;
  /** Asks for all of it, and for the drafts of this computer. @throws what the API throws */
  ask(): Promise<[EditorSession, LocalDraft[]]>;
}

/** Listens for as long as the page is there. */
export function hearNews({ api, connection, store, clientId, session, root, ...books }: NewsParts): News {
  const { files, versions, presence } = books;
  const siteCopy = createStore(session.site_copy);
  const previewBase = createStore(root + session.preview_path);

  async function ask(): Promise<[EditorSession, LocalDraft[]]> {
    const [fresh, local] = await Promise.all([api.open(), store.list(session.session_id).catch(() => [])]);
    versions.replace(fresh.versions);
    files.learn(assetsOf(fresh.vms_json));
    files.setMissing(fresh.restoring);
    presence.heard({ people: fresh.people });
    siteCopy.set(fresh.site_copy);
    previewBase.set(root + fresh.preview_path);
    return [fresh, local];
  }

  // A failure here is the connection's to tell.
  const catchUp = () => void ask().catch(() => undefined);
  listen<EditorEvents & { reset: object }>(api.eventsUrl(clientId), {
    // reset: the appliance no longer knows what was missed.
    events: {
      version: versions.heard,
      delivery: versions.moved,
      asset: files.fetched,
      presence: presence.heard,
      reset: catchUp,
    },
    onState(state, resumed) {
      if (state !== "open") return;
      connection.tryNow();
      // With the stream before this one, the tab was gone too.
      if (resumed) presence.comeBack();
      if (resumed) catchUp();
    },
  });
  return { siteCopy, previewBase, ask };
}
