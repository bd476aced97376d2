import { useInfiniteQuery } from "@tanstack/react-query";
import { Time } from "../../shared/Time.tsx";
import { sessionDeliveriesQuery } from "../data/queries.ts";
import { Link, pathWith } from "../lib/router.tsx";
import { contentWords, reasonWords } from "../lib/words.ts";
import { capital } from "../messages/en/words.ts";
import { messages } from "../messages/index.ts";
import { ErrorNote, MoreButton, SkeletonRows } from "../parts/Notes.tsx";
import { DeliveryMark } from "../parts/StateMark.tsx";

export function SessionDeliveries({ sessionId }: { sessionId: string }) {
  const t = messages.sessions;
  const list = useInfiniteQuery(sessionDeliveriesQuery(sessionId));
  if (list.isPending) return <SkeletonRows rows={4} height={28} />;
  const deliveries = list.data ?? [];
  return (
    <>
      {list.error && <ErrorNote error={list.error} retry={() => void list.refetch()} />}
      {deliveries.length === 0 && !list.error && <p className="hint">{t.noDeliveries}</p>}
      <ul className="list" aria-label={t.parts.deliveries}>
        {deliveries.map((delivery) => (
          <li key={delivery.id} className="session-version">
            <Link to={`/deliveries/${delivery.id}`} className="strong" title={t.openDelivery}>
              {capital(contentWords(delivery))}
            </Link>
            <span>
              <DeliveryMark delivery={delivery} />
            </span>
            <span className="muted wrap session-facts">
              <Time iso={delivery.created_at} /> · {messages.common.attempts(delivery.attempts)}
              {delivery.state !== "delivered" && delivery.code !== null && <> · {reasonWords(delivery)}</>}
            </span>
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
      {deliveries.length > 0 && (
        <p>
          <Link to={pathWith("/deliveries", { session: sessionId })}>{t.allDeliveries}</Link>
        </p>
      )}
    </>
  );
}
