import type { Overview } from "../../../server/contracts/overview-api.ts";
import { useResend } from "../data/changes.ts";
import { Link, pathWith } from "../lib/router.tsx";
import { attentionSentence, BY_URGENCY } from "../lib/words.ts";
import { messages, numberInWords } from "../messages/index.ts";
import { Block } from "../parts/basics.tsx";
import { May } from "../parts/May.tsx";
import { ResendAll } from "./ResendAll.tsx";

const TONES: Record<(typeof BY_URGENCY)[number], string> = {
  rejected: "refused",
  failed: "refused",
  exhausted: "refused",
  not_downloaded: "waiting",
  retrying: "waiting",
  held: "held",
  queued: "quiet",
  sending: "quiet",
};

export function NeedsAttention({ totals }: { totals: Pick<Overview, "attention_count" | "deliveries"> }) {
  const t = messages.overview.attention;
  const { deliveries, attention_count } = totals;
  const send = useResend();
  const { rejected, failed, exhausted, retrying, not_downloaded } = deliveries;
  const canBeSent = rejected + failed + exhausted + retrying + not_downloaded;
  const isWell = attention_count.articles + attention_count.fonts === 0;
  return (
    <Block id="attention" title={t.title} level={2}>
      <div className="between">
        <p className={isWell ? "hint" : "strong"} role="status">
          {attentionSentence(totals)}
        </p>
        {canBeSent > 0 && (
          <May least="operator">
            <ResendAll count={canBeSent} send={() => send.mutateAsync({})} />
          </May>
        )}
      </div>
      {send.data && (
        <p className="text-taken" role="status">
          {messages.common.resent(send.data.sent)} {send.data.more && t.more}
        </p>
      )}
      <ul className="list home-counts" aria-label={t.counts}>
        {BY_URGENCY.map((state) => (
          <li key={state}>
            <Link
              to={pathWith("/deliveries", state === "not_downloaded" ? { warning: "archive" } : { state })}
              className={`home-count ${deliveries[state] === 0 ? "muted" : `state-${TONES[state]}`}`}
            >
              <strong>{numberInWords(deliveries[state])}</strong> {wordsOf(state)}
            </Link>
          </li>
        ))}
      </ul>
    </Block>
  );
}

function wordsOf(state: (typeof BY_URGENCY)[number]): string {
  if (state === "not_downloaded") return messages.words.attention.delivered;
  return messages.words.standings[state];
}
