import {
  IconAlertTriangle,
  IconArrowUpRight,
  IconBan,
  IconCheck,
  IconClock,
  IconPlayerPause,
  IconPlayerTrackNext,
  IconX,
} from "@tabler/icons-react";
import { type DeliveryState, STATE_WORDS } from "../words.ts";

const MARKS: Record<DeliveryState, { Icon: typeof IconCheck; tone: string }> = {
  pending: { Icon: IconClock, tone: "waiting" },
  sending: { Icon: IconArrowUpRight, tone: "waiting" },
  delivered: { Icon: IconCheck, tone: "taken" },
  rejected: { Icon: IconX, tone: "refused" },
  failed: { Icon: IconAlertTriangle, tone: "refused" },
  exhausted: { Icon: IconBan, tone: "refused" },
  superseded: { Icon: IconPlayerTrackNext, tone: "quiet" },
  held: { Icon: IconPlayerPause, tone: "held" },
};

/** The state of a delivery: its shape, its colour and its word, so that none of them is needed alone. */
export function StateMark({ state, large = false }: { state: DeliveryState; large?: boolean }) {
  const { Icon, tone } = MARKS[state];
  return (
    <span className={`state-mark state-${tone}`} data-state={state}>
      <Icon size={large ? 17 : 14} stroke={2} aria-hidden />
      {STATE_WORDS[state]}
    </span>
  );
}
