import { useInfiniteQuery } from "@tanstack/react-query";
import { Time } from "../../shared/Time.tsx";
import { sessionDeliveriesQuery } from "../data/queries.ts";
import { Link, pathWith } from "../lib/router.tsx";
import { contentWords, reasonWords } from "../lib/words.ts";
import { capital } from "../messages/en/words.ts";
import { messages } from "../messages/index.ts";
import { Items } from "../parts/Loaded.tsx";
import { DeliveryMark } from "../parts/StateMark.tsx";

export function SessionDeliveries({ sessionId }: { sessionId: string }) {
  const t = messages.sessions;
  const list = useInfiniteQuery(sessionDeliveriesQuery(sessionId));
  return (
    <>
      <Items
        query={list}
        items={list.data}
        className="list"
        label={t.parts.deliveries}
        none={t.noDeliveries}
        rows={4}
        height={28}
      >
        {(delivery) => (
          <li className="session-version">
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
        )}
      </Items>
      {list.data !== undefined && list.data.length > 0 && (
        <p>
          <Link to={pathWith("/deliveries", { session: sessionId })}>{t.allDeliveries}</Link>
        </p>
      )}
    </>
  );
}
