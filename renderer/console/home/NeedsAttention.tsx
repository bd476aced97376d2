import { Button } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import type { Overview } from "../../../server/contracts/overview-api.ts";
import { useSendAgain } from "../data/changes.ts";
import { Link, pathWith } from "../lib/router.tsx";
import { attentionSentence, attentionWords } from "../lib/words.ts";
import { messages, numberInWords } from "../messages/index.ts";
import { ErrorNote } from "../parts/Notes.tsx";

type Counts = Overview["deliveries"];

/** Loud ones first. */
const STATES = [
  "rejected",
  "failed",
  "exhausted",
  "retrying",
  "held",
  "queued",
  "sending",
] as const satisfies (keyof Counts)[];
const TONES: Record<keyof Counts, string> = {
  rejected: "refused",
  failed: "refused",
  exhausted: "refused",
  retrying: "waiting",
  held: "held",
  queued: "quiet",
  sending: "quiet",
};

/** All of it, however many articles were saved since, as the appliance counts it. */
export function NeedsAttention({ totals }: { totals: Pick<Overview, "attention_count" | "deliveries"> }) {
  const t = messages.overview.attention;
  const { deliveries, attention_count } = totals;
  const send = useSendAgain();
  const canBeSent = deliveries.rejected + deliveries.failed + deliveries.exhausted + deliveries.retrying;
  const isWell = attention_count.articles + attention_count.fonts === 0;
  return (
    <section className="block" aria-labelledby="attention">
      <h2 id="attention">{t.title}</h2>
      <div className="home-attention">
        <p className={isWell ? "home-all-well" : "home-not-well"} role="status">
          {attentionSentence(totals)}
        </p>
        {canBeSent > 0 && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconSend size={14} aria-hidden />}
            loading={send.isPending}
            onClick={() => send.mutate({})}
          >
            {t.sendAllAgain}
          </Button>
        )}
      </div>
      {send.error && <ErrorNote error={send.error} />}
      {send.data && (
        <p className="home-said" role="status">
          {t.sent(send.data.sent)} {send.data.more && t.more}
        </p>
      )}
      <ul className="home-counts" aria-label={t.counts}>
        {STATES.map((state) => (
          <li key={state}>
            <Link
              to={pathWith("/deliveries", { state })}
              className="home-count"
              data-tone={deliveries[state] === 0 ? "none" : TONES[state]}
            >
              <strong>{numberInWords(deliveries[state])}</strong> {wordsOf(state)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function wordsOf(state: keyof Counts): string {
  const { queued, sending } = messages.overview.attention;
  if (state === "queued") return queued;
  if (state === "sending") return sending;
  return attentionWords(state);
}
