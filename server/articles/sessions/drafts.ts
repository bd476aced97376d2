/**
 * Drafts: the unsaved changes of a tab, by session and client_id. A save removes its tab's draft. The drafts of a session
 * have a budget. The newest one always fits: older ones are discarded, those of closed tabs first. The row of a discarded
 * draft stays, so that the editor can report it and look for the browser's copy.
 */
import { DOCUMENT_BYTES, filesOf, readState, sourcesOf } from "../../article/document.ts";
import type { VmsJson } from "../../article/vms-json.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError, refusedPart } from "../../core/errors.ts";
import type { Services } from "../../services.ts";
import type { Database } from "../../storage/database.ts";

/** Drafts of one session that are not discarded. */
const MAX_DRAFTS = 100;
/** Bytes of all drafts of a session: eight of the largest. */
const BUDGET_BYTES = 8 * DOCUMENT_BYTES;
/** Discarded drafts of a session whose rows are kept. */
const MAX_DISCARDED = 100;

type TabDraft = Omit<DraftHead, "updatedAt" | "size"> & { vmsJson: VmsJson };

export function createDrafts({
  runtime,
  commits,
  store,
  presence,
}: Pick<Services, "runtime" | "commits" | "presence"> & {
  store: DraftStore;
}) {
  let stored = 0;
  /** Discards older drafts until one of `size` bytes fits. */
  const evict = (sessionId: string, clientId: string, size: number) => {
    const others = store.heads(sessionId).filter((draft) => draft.clientId !== clientId);
    const here = new Set(presence.people(sessionId).map((person) => person.clientId));
    const oldestFirst = others.filter((draft) => draft.size > 0).reverse();
    const inOrder = [
      ...oldestFirst.filter((draft) => !here.has(draft.clientId)),
      ...oldestFirst.filter((draft) => here.has(draft.clientId)),
    ];
    let bytes = size + inOrder.reduce((sum, draft) => sum + draft.size, 0);
    let count = 1 + inOrder.length;
    for (const draft of inOrder) {
      if (bytes <= BUDGET_BYTES && count <= MAX_DRAFTS) break;
      store.discardContent(sessionId, draft.clientId);
      bytes -= draft.size;
      count -= 1;
    }
    const discarded = others.filter((draft) => draft.size === 0);
    const excess = discarded.length + (1 + inOrder.length - count) - MAX_DISCARDED;
    if (excess > 0) for (const draft of discarded.slice(-excess)) store.remove(sessionId, draft.clientId);
  };

  /** Serializes the document before the commit, because many drafts may wait for it and text takes a fraction of the memory. */
  const readDraft = ({ clientId, baseVersion, vmsJson, steps, author }: TabDraft): NewDraft => {
    const read = readState(vmsJson);
    if (!read.ok) throw refusedPart("vms_json", sentence("articles.not_a_document", { problem: read.problem }));
    const json = JSON.stringify(vmsJson);
    const size = Buffer.byteLength(json);
    if (size > DOCUMENT_BYTES)
      throw new AppError("too_large", sentence("articles.draft_too_large", { limit: DOCUMENT_BYTES }));
    return {
      clientId,
      baseVersion,
      updatedAt: runtime.clock.now(),
      size,
      steps,
      author,
      files: [...filesOf(read.doc), ...sourcesOf(read.doc)],
      json,
    };
  };

  return {
    /** Replaces a tab's draft; committed when it resolves. @throws ValidationFailed, AppError too_large */
    put(sessionId: string, tab: TabDraft): Promise<void> {
      const draft = readDraft(tab);
      const commit = commits.run(() => {
        evict(sessionId, draft.clientId, draft.size);
        store.put(sessionId, draft);
      });
      return commit.then(() => {
        stored += 1;
      });
    },
    /** Drafts stored since the start. */
    stored: (): number => stored,
    /** Keeps a replaced document, within the same budget. Runs in the caller's transaction. */
    keep(sessionId: string, draft: NewDraft): void {
      evict(sessionId, draft.clientId, draft.size);
      store.put(sessionId, draft);
    },
    /** Committed when it resolves. */
    remove: (sessionId: string, clientId: string): Promise<void> =>
      commits.run(() => store.remove(sessionId, clientId)),
    /** Newest first, without their documents. */
    heads: (sessionId: string): DraftHead[] => store.heads(sessionId),
    /** @throws AppError not_found, also for a discarded draft */
    byTab(sessionId: string, clientId: string): Draft {
      const draft = store.byTab(sessionId, clientId);
      if (draft === null) throw new AppError("not_found", sentence("articles.no_draft"));
      if (draft.size === 0) throw new AppError("not_found", sentence("articles.draft_discarded"));
      return draft;
    },
  };
}

/** A draft without its document. Times in ms, sizes in bytes. */
export interface DraftHead {
  clientId: string;
  baseVersion: number | null;
  updatedAt: number;
  /** Of its document; 0 if that was discarded. */
  size: number;
  /** How many of the tab's steps it contains; null for a draft of an API client or of an earlier editor. */
  steps: number | null;
  /** The author, for changes kept when another document replaced them; else null. */
  author: string | null;
}

interface Draft extends DraftHead {
  /** A `vms_json`; "" if it was discarded. */
  json: string;
}

interface NewDraft extends Draft {
  files: string[];
}

const HEAD = "client_id AS clientId, base_version AS baseVersion, updated_at AS updatedAt, size, steps, author";

export type DraftStore = ReturnType<typeof createDraftStore>;

export function createDraftStore(database: Database) {
  const upsert = database.prepare<[Omit<NewDraft, "files"> & { sessionId: string; files: string }]>(
    `INSERT INTO drafts (session_id, client_id, base_version, updated_at, size, steps, author, files, vms_json)
     VALUES (@sessionId, @clientId, @baseVersion, @updatedAt, @size, @steps, @author, @files, @json)
     ON CONFLICT (session_id, client_id) DO UPDATE SET base_version = excluded.base_version,
       updated_at = excluded.updated_at, size = excluded.size, steps = excluded.steps,
       author = excluded.author, files = excluded.files, vms_json = excluded.vms_json`,
  );
  const discardContent = database.prepare<[string, string]>(
    "UPDATE drafts SET size = 0, files = '[]', vms_json = '' WHERE session_id = ? AND client_id = ?",
  );
  const remove = database.prepare<[string, string]>("DELETE FROM drafts WHERE session_id = ? AND client_id = ?");
  const heads = database.prepare<[string], DraftHead>(
    `SELECT ${HEAD} FROM drafts WHERE session_id = +? ORDER BY updated_at DESC`,
  );
  const byTab = database.prepare<[string, string], Draft>(
    `SELECT ${HEAD}, vms_json AS json FROM drafts WHERE session_id = ? AND client_id = ?`,
  );
  return {
    /** All writes run in the caller's transaction. */
    put: (sessionId: string, draft: NewDraft) =>
      void upsert.run({ ...draft, sessionId, files: JSON.stringify(draft.files) }),
    /** Discards the document. The row stays, so that the editor can report the draft. */
    discardContent: (sessionId: string, clientId: string) => void discardContent.run(sessionId, clientId),
    remove: (sessionId: string, clientId: string) => void remove.run(sessionId, clientId),
    heads: (sessionId: string): DraftHead[] => heads.all(sessionId),
    byTab: (sessionId: string, clientId: string): Draft | null => byTab.get(sessionId, clientId) ?? null,
  };
}
