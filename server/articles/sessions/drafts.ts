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
import { statements } from "../../storage/database.ts";

/** Drafts of one session that are not discarded. */
const MAX_DRAFTS = 100;
/** Bytes of all drafts of a session: eight of the largest. */
const BUDGET_BYTES = 8 * DOCUMENT_BYTES;
/** Discarded drafts of a session whose rows are kept. */
const MAX_DISCARDED = 100;

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

type NewDraft = Draft & { files: string[] };
type TabDraft = Omit<DraftHead, "updatedAt" | "size"> & { vmsJson: VmsJson };

const HEAD = "client_id AS clientId, base_version AS baseVersion, updated_at AS updatedAt, size, steps, author";

export function createDrafts(services: Pick<Services, "database" | "runtime" | "commits" | "presence">) {
  const { database, runtime, commits, presence } = services;
  const { run, row, rows } = statements(database);
  const upsert = run(
    `INSERT INTO drafts (session_id, client_id, base_version, updated_at, size, steps, author, files, vms_json)
     VALUES (@sessionId, @clientId, @baseVersion, @updatedAt, @size, @steps, @author, @files, @json)
     ON CONFLICT (session_id, client_id) DO UPDATE SET base_version = excluded.base_version,
       updated_at = excluded.updated_at, size = excluded.size, steps = excluded.steps,
       author = excluded.author, files = excluded.files, vms_json = excluded.vms_json`,
  );
  const discardContent = run<[string, string]>(
    "UPDATE drafts SET size = 0, files = '[]', vms_json = '' WHERE session_id = ? AND client_id = ?",
  );
  const forgetDiscarded = run(
    `DELETE FROM drafts WHERE session_id = @sessionId AND size = 0 AND client_id NOT IN
       (SELECT client_id FROM drafts WHERE session_id = @sessionId AND size = 0 ORDER BY updated_at DESC LIMIT @max)`,
  );
  const remove = run<[string, string]>("DELETE FROM drafts WHERE session_id = ? AND client_id = ?");
  const heads = rows<[string], DraftHead>(`SELECT ${HEAD} FROM drafts WHERE session_id = +? ORDER BY updated_at DESC`);
  const byTab = row<[string, string], Draft>(
    `SELECT ${HEAD}, vms_json AS json FROM drafts WHERE session_id = ? AND client_id = ?`,
  );
  let stored = 0;
  /** Discards older drafts until one of `size` bytes fits. */
  const evict = (sessionId: string, clientId: string, size: number) => {
    const here = new Set(presence.people(sessionId).map((person) => person.clientId));
    const others = heads(sessionId).filter((draft) => draft.clientId !== clientId && draft.size > 0);
    let [bytes, count] = [size, 1];
    for (const isHere of [true, false])
      for (const draft of others.filter((each) => here.has(each.clientId) === isHere)) {
        bytes += draft.size;
        count += 1;
        if (bytes > BUDGET_BYTES || count > MAX_DRAFTS) discardContent(sessionId, draft.clientId);
      }
    forgetDiscarded({ sessionId, max: MAX_DISCARDED });
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

  /** Keeps a document within the budget. Runs in the caller's transaction. */
  const keep = (sessionId: string, draft: NewDraft): void => {
    evict(sessionId, draft.clientId, draft.size);
    upsert({ ...draft, sessionId, files: JSON.stringify(draft.files) });
  };

  return {
    /** Replaces a tab's draft; committed when it resolves. @throws ValidationFailed, AppError too_large */
    put(sessionId: string, tab: TabDraft): Promise<void> {
      const draft = readDraft(tab);
      return commits
        .run(() => keep(sessionId, draft))
        .then(() => {
          stored += 1;
        });
    },
    /** Drafts stored since the start. */
    stored: (): number => stored,
    keep,
    /** Committed when it resolves. */
    remove: (sessionId: string, clientId: string): Promise<void> => commits.run(() => void remove(sessionId, clientId)),
    /** Runs in the caller's transaction. */
    removeNow: (sessionId: string, clientId: string) => void remove(sessionId, clientId),
    /** Newest first, without their documents. */
    heads,
    find: byTab,
    /** @throws AppError not_found, also for a discarded draft */
    byTab(sessionId: string, clientId: string): Draft {
      const draft = byTab(sessionId, clientId);
      if (draft === null) throw new AppError("not_found", sentence("articles.no_draft"));
      if (draft.size === 0) throw new AppError("not_found", sentence("articles.draft_discarded"));
      return draft;
    },
  };
}
