import {
  IconAlertTriangle,
  IconArrowUpRight,
  IconBan,
  IconCheck,
  IconClock,
  IconCloudOff,
  IconPlayerPause,
  IconPlayerTrackNext,
  IconRefreshAlert,
  IconX,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { type ArchiveWarning, archiveWarning, type DeliveryState } from "../../../server/contracts/delivery-states.ts";
import type { DeliveryView } from "../../../server/contracts/editor-api.ts";
import type { AttentionRow, Overview } from "../../../server/contracts/overview-api.ts";
import type { ReplicaView } from "../../../server/contracts/replica-api.ts";
import { localized } from "../../shared/language.ts";
import { Time } from "../../shared/Time.tsx";
import { isLoopback } from "../lib/hosts.ts";
import { messages } from "../messages/index.ts";
import { Mark, SmallButton } from "./basics.tsx";
import { ErrorNote } from "./Notes.tsx";
import { RequireRole } from "./RequireRole.tsx";

const MARKS = {
  pending: { Icon: IconClock, tone: "quiet" },
  sending: { Icon: IconArrowUpRight, tone: "waiting" },
  delivered: { Icon: IconCheck, tone: "good" },
  rejected: { Icon: IconX, tone: "bad" },
  failed: { Icon: IconAlertTriangle, tone: "bad" },
  exhausted: { Icon: IconBan, tone: "bad" },
  superseded: { Icon: IconPlayerTrackNext, tone: "quiet" },
  held: { Icon: IconPlayerPause, tone: "held" },
} as const satisfies Record<DeliveryState, object>;

/** As reasons to look at a delivery: `delivered` is without a download, `sending` a retry. */
const ATTENTION = {
  ...MARKS,
  retrying: { Icon: IconRefreshAlert, tone: "waiting" },
  sending: { Icon: IconRefreshAlert, tone: "waiting" },
  delivered: { Icon: IconCloudOff, tone: "waiting" },
} as const;

/** A queued delivery that failed before is marked as retrying. */
export function DeliveryMark({ delivery }: { delivery: Pick<DeliveryView, "state" | "code" | "warnings"> }) {
  const { state, code, warnings } = delivery;
  const warning = state === "delivered" ? archiveWarning(warnings) : null;
  if (warning !== null) return <AttentionMark state="delivered" warning={warning} />;
  if (code !== null && (state === "pending" || state === "sending"))
    return <AttentionMark state={state === "pending" ? "retrying" : state} />;
  return (
    <Mark {...MARKS[state]} state={state}>
      {messages.words.states[state]}
    </Mark>
  );
}

interface AttentionMarkProps {
  state: AttentionRow["state"];
  warning?: ArchiveWarning | null;
}

export function AttentionMark({ state, warning = null }: AttentionMarkProps) {
  return (
    <Mark {...ATTENTION[state]} state={state === "retrying" ? "pending" : state}>
      {warning === null ? messages.words.attention[state] : messages.words.warnings[warning]}
    </Mark>
  );
}

type Shown = Pick<ReplicaView, "state" | "lag_ms" | "progress" | "last_drill">;

/** "Up to date · 2 s behind · last drill 3 days ago, passed" */
export function ReplicaLine({ replica }: { replica: Shown }) {
  const t = messages.replication;
  const { state, lag_ms: lag, progress, last_drill: drill } = replica;
  const copies = state === "ok" || state === "behind" || state === "failing";
  const isBad = state === "failing" || state === "fenced" || (state === "behind" && progress === null);
  return (
    <>
      <span className={isBad ? "strong text-bad" : "strong"}>{progress === null ? t.states[state] : t.copying}</span>
      {copies && lag !== null && progress === null && ` · ${t.lag(lag)}`}
      {copies && progress === null && (
        <>
          {" · "}
          {drill === null ? (
            t.noDrill
          ) : (
            <>
              {t.lastDrill} <Time iso={drill.at} as="relative" />,{" "}
              {drill.ok ? t.passed : <span className="text-bad">{t.failed}</span>}
            </>
          )}
        </>
      )}
    </>
  );
}

interface PublicUrlStateProps {
  state: Omit<Overview["public_url"], "checked_at"> | undefined;
  isChecking: boolean;
  error: unknown;
  check: () => void;
  children?: ReactNode;
}

/** Whether Galley reaches itself at its public URL, with the button that checks it. */
export function PublicUrlState({ state, isChecking, error, check, children }: PublicUrlStateProps) {
  return (
    <div>
      <code className="wrap">{state?.url}</code>
      <p role="status">
        {isChecking && messages.common.checking}
        {!isChecking && state && (
          <span className={state.reachable ? "text-good" : "strong text-bad"}>
            {state.reachable ? messages.common.reachable : messages.common.unreachable}
          </span>
        )}
      </p>
      {!isChecking && state?.reason != null && <p className="hint">{localized(state.reason, state.reason_sentence)}</p>}
      {state && isLoopback(state.url) && <p className="hint">{messages.common.onlyThisMachine}</p>}
      {error !== null && <ErrorNote error={error} />}
      <RequireRole atLeast="admin">
        <p className="line">
          <SmallButton disabled={isChecking} onClick={check}>
            {messages.common.checkAgain}
          </SmallButton>
          {children}
        </p>
      </RequireRole>
    </div>
  );
}
