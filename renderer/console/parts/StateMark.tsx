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
import type { ArchiveWarning, DeliveryState } from "../../../server/contracts/delivery-states.ts";
import type { DeliveryView } from "../../../server/contracts/editor-api.ts";
import type { AttentionRow } from "../../../server/contracts/overview-api.ts";
import { unfetchedWarning } from "../lib/words.ts";
import { messages } from "../messages/index.ts";

const MARKS: Record<DeliveryState, { Icon: typeof IconCheck; tone: string }> = {
  pending: { Icon: IconClock, tone: "quiet" },
  sending: { Icon: IconArrowUpRight, tone: "waiting" },
  delivered: { Icon: IconCheck, tone: "taken" },
  rejected: { Icon: IconX, tone: "refused" },
  failed: { Icon: IconAlertTriangle, tone: "refused" },
  exhausted: { Icon: IconBan, tone: "refused" },
  superseded: { Icon: IconPlayerTrackNext, tone: "quiet" },
  held: { Icon: IconPlayerPause, tone: "held" },
};

function StateMark({ state, large = false }: { state: DeliveryState; large?: boolean }) {
  const { Icon, tone } = MARKS[state];
  return (
    <span className={`state-mark state-${tone}`} data-state={state}>
      <Icon size={large ? 17 : 14} stroke={2} aria-hidden />
      {messages.words.states[state]}
    </span>
  );
}

/** A queued delivery that failed before is marked as retrying. */
export function DeliveryMark({
  delivery,
  large = false,
}: {
  delivery: Pick<DeliveryView, "state" | "code" | "warnings">;
  large?: boolean;
}) {
  const { state, code } = delivery;
  const warning = unfetchedWarning(delivery);
  if (warning !== null) return <AttentionMark state="delivered" warning={warning} large={large} />;
  if (code === null || (state !== "pending" && state !== "sending")) return <StateMark state={state} large={large} />;
  return <AttentionMark state={state === "pending" ? "retrying" : state} large={large} />;
}

export function AttentionMark({
  state,
  warning = null,
  large = false,
}: {
  state: AttentionRow["state"];
  warning?: ArchiveWarning | null;
  large?: boolean;
}) {
  const { Icon, tone } =
    state === "retrying" || state === "sending"
      ? { Icon: IconRefreshAlert, tone: "waiting" }
      : state === "delivered"
        ? { Icon: IconCloudOff, tone: "waiting" }
        : MARKS[state];
  return (
    <span className={`state-mark state-${tone}`} data-state={state === "retrying" ? "pending" : state}>
      <Icon size={large ? 17 : 14} stroke={2} aria-hidden />
      {warning === null ? messages.words.attention[state] : messages.words.warnings[warning]}
    </span>
  );
}
