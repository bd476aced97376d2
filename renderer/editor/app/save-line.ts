import type { VersionView } from "../../../server/contracts/editor-api.ts";
import type { ConnectionState } from "../client/connection.ts";
import type { DraftState } from "../drafts/draft-keeper.ts";
import type { SaveState } from "../drafts/saver.ts";
import type { StatusLine } from "../history/site-line.ts";
import { messages } from "../messages/index.ts";

export interface StatusFacts {
  save: SaveState;
  drafts: DraftState;
  connection: ConnectionState;
  uploadsUnderWay: number;
  time(iso: string): string;
  base: VersionView | null;
}

export function saveLine(facts: StatusFacts): StatusLine {
  const { save, drafts, connection, base } = facts;
  const t = messages.status;
  if (save.kind === "waiting_for_uploads") return { tone: "busy", text: t.waitingForUploads(facts.uploadsUnderWay) };
  if (save.kind === "saving") return { tone: "busy", text: t.saving };
  if (save.kind === "waiting_for_server")
    return { tone: "waiting", text: connection === "login_ended" ? t.saveWaitsForLogin : t.saveWaitsForServer };
  if (save.kind === "conflict") return { tone: "waiting", text: t.conflict };
  if (save.kind === "refused") return { tone: "bad", text: t.refused(save.sentence) };
  if (drafts.unsaved) return draftLine(drafts, connection);
  if (connection !== "up") return { tone: "waiting", text: connection === "down" ? t.offline : t.loginEnded };
  if (base === null) return { tone: "quiet", text: t.nothingSaved };
  return { tone: "quiet", text: t.saved(base.number, facts.time(base.created_at)), at: base.created_at };
}

function draftLine(drafts: DraftState, connection: ConnectionState): StatusLine {
  const t = messages.status;
  const trouble = connection !== "up" || drafts.refusal !== null;
  if (trouble && !drafts.onComputer && !drafts.onServer) return { tone: "bad", text: t.storedNowhere };
  if (connection === "down") return { tone: "waiting", text: t.offline };
  if (connection === "login_ended") return { tone: "waiting", text: t.loginEnded };
  return { tone: "quiet", text: t.unsaved };
}

/** "25 s", "4 min" or "2 h" until a moment (ISO 8601); null once it is over. @param now ms since the epoch */
export function waitUntil(iso: string, now: number): string | null {
  const seconds = Math.ceil((Date.parse(iso) - now) / 1_000);
  if (!(seconds > 0)) return null;
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
