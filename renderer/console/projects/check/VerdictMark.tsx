import { IconAlertTriangle, IconCheck, IconMinus, IconX } from "@tabler/icons-react";
import type { CheckVerdict } from "../../../../server/contracts/receiver-check-api.ts";
import { messages } from "../../messages/index.ts";

const MARKS: Record<CheckVerdict, { Icon: typeof IconCheck; tone: string }> = {
  passed: { Icon: IconCheck, tone: "taken" },
  warning: { Icon: IconAlertTriangle, tone: "waiting" },
  failed: { Icon: IconX, tone: "refused" },
  skipped: { Icon: IconMinus, tone: "quiet" },
};

export function VerdictMark({ verdict }: { verdict: CheckVerdict }) {
  const { Icon, tone } = MARKS[verdict];
  return (
    <span className={`state-mark state-${tone}`} data-verdict={verdict}>
      <Icon size={14} stroke={2} aria-hidden />
      {messages.check.verdicts[verdict]}
    </span>
  );
}
