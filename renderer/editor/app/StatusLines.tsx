import type { VersionView } from "../../../server/contracts/editor-api.ts";
import { localTime } from "../../shared/Time.tsx";
import type { ConnectionState } from "../client/connection.ts";
import type { DraftState } from "../drafts/draft-keeper.ts";
import type { SaveState } from "../drafts/saver.ts";
import { type StatusLine, siteLine } from "../history/site-line.ts";
import { messages } from "../messages/index.ts";
import { TextButton } from "../ui/buttons.tsx";
import { useStore, useStorePart } from "../ui/lib/store.ts";
import type { OpenSession } from "./open-session.ts";

interface StatusLinesProps {
  articleSession: OpenSession;
  reasonShown: boolean;
  onToggleReason: () => void;
}

/** The save and delivery status. Screen readers announce both. */
export function StatusLines({ articleSession, reasonShown, onToggleReason }: StatusLinesProps) {
  const save = useStore(articleSession.saver.state);
  const connection = useStore(articleSession.connection.state);
  const drafts = useDrafts(articleSession, connection);
  const uploadsUnderWay = useStore(articleSession.uploads.underWay);
  const baseNumber = useStore(articleSession.base);
  const list = useStore(articleSession.versions.list);

  const base = list.find((version) => version.number === baseNumber) ?? null;
  const time = (iso: string) => localTime(iso, Date.now());
  const stored = saveLine({ save, drafts, connection, uploadsUnderWay, base, time });
  const site = base === null ? null : siteLine(base, articleSession.session.site);
  // A version from an earlier visit shows only its outcome.
  const isSavedHere = base !== null && base.number > (articleSession.session.current_version ?? 0);
  const steps = isSavedHere && site !== null ? site.steps : [];
  return (
    <section className="status" aria-label={messages.status.label}>
      <div role="status" className="status-lines">
        <span className="status-line one-line" data-tone={stored.tone} title={stored.at ?? stored.text}>
          {stored.text}
        </span>
        {site !== null && (
          <span className="status-line one-line" data-tone={site.tone} title={[...steps, site.text].join(ARROW)}>
            {steps.map((step) => (
              <span key={step} className="status-step" data-tone="quiet">
                {step}
                {ARROW}
              </span>
            ))}
            {site.text}
          </span>
        )}
      </div>
      {site !== null && site.explanation !== "" && (
        <span className="status-next">
          {site.nextAttemptAt !== null && (
            <time dateTime={site.nextAttemptAt}>{messages.status.nextAttempt(time(site.nextAttemptAt))}</time>
          )}
          <TextButton className="status-why" aria-expanded={reasonShown} onClick={onToggleReason}>
            {site.tone === "good" ? messages.status.note : messages.status.why}
          </TextButton>
        </span>
      )}
    </section>
  );
}

/** Only the draft fields that the lines show: the others change with each key, and a render reads the whole article. */
function useDrafts(articleSession: OpenSession, connection: ConnectionState): DraftState {
  const unsaved = useStorePart(articleSession.drafts.state, (drafts) => drafts.unsaved);
  const refusal = useStorePart(articleSession.drafts.state, (drafts) => drafts.refusal);
  const isShown = connection !== "up" || refusal !== null;
  const onComputer = useStorePart(articleSession.drafts.state, (drafts) => !isShown || drafts.onComputer);
  const onServer = useStorePart(articleSession.drafts.state, (drafts) => !isShown || drafts.onServer);
  return { unsaved, refusal, onComputer, onServer };
}

const ARROW = " → ";

export interface StatusFacts {
  save: SaveState;
  drafts: DraftState;
  connection: ConnectionState;
  uploadsUnderWay: number;
  time(iso: string): string;
  base: VersionView | null;
}

export function saveLine({ save, drafts, connection, uploadsUnderWay, base, time }: StatusFacts): StatusLine {
  const t = messages.status;
  const kept: StatusLine | null = connection === "up" ? null : { tone: "waiting", text: t.kept[connection] };
  switch (save.kind) {
    case "waiting_for_uploads":
      return { tone: "busy", text: t.waitingForUploads(uploadsUnderWay) };
    case "saving":
      return { tone: "busy", text: t.saving };
    case "waiting_for_server":
      if (connection === "fenced") return { tone: "waiting", text: t.kept.fenced };
      return { tone: "waiting", text: connection === "login_ended" ? t.saveWaitsForLogin : t.saveWaitsForServer };
    case "refused":
      return { tone: "bad", text: t.refused(save.sentence) };
  }
  const isTrouble = connection !== "up" || drafts.refusal !== null;
  if (drafts.unsaved && isTrouble && !drafts.onComputer && !drafts.onServer)
    return { tone: "bad", text: t.storedNowhere };
  if (kept !== null) return kept;
  if (drafts.unsaved && drafts.refusal !== null && !drafts.onServer) return { tone: "waiting", text: t.onComputerOnly };
  if (drafts.unsaved) return { tone: "quiet", text: t.unsaved };
  if (base === null) return { tone: "quiet", text: t.nothingSaved };
  return { tone: "quiet", text: t.saved(base.number, time(base.created_at)), at: base.created_at };
}
