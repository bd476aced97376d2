import { type MouseEvent, memo } from "react";
import type { DeliveryHead } from "../../../server/contracts/deliveries-api.ts";
import { localTime, Time } from "../../shared/Time.tsx";
import { Link } from "../lib/router.tsx";
import { durationWords, reasonWords } from "../lib/words.ts";
import { messages } from "../messages/index.ts";
import { DeliveryMark } from "../parts/StateMark.tsx";

export function nameOf({ title, material_id, event }: Pick<DeliveryHead, "title" | "material_id" | "event">): string {
  const name = title ?? material_id;
  return event === "site_fonts_updated" ? messages.deliveries.fontsOf(name) : name;
}

/** "500 · next 20:31", the site's message, or "200 · 38 ms". */
function whyOf(delivery: DeliveryHead): string {
  const t = messages.deliveries;
  const { standing, code, last_status, last_duration_ms, site_message, next_attempt_at, attempts } = delivery;
  const reason = code === "http_status" && last_status !== null ? `${last_status}` : reasonWords(delivery);
  switch (standing) {
    case "retrying": {
      const next = next_attempt_at === null ? "" : t.next(localTime(next_attempt_at, Date.now()));
      return [reason, next].filter(Boolean).join(" · ");
    }
    case "rejected":
      return site_message ?? reason;
    case "delivered":
      return last_duration_ms === null
        ? ""
        : [last_status, durationWords(last_duration_ms)].filter((part) => part !== null).join(" · ");
    case "exhausted":
      return [reason, messages.common.attempts(attempts)].filter(Boolean).join(" · ");
    default:
      return reason;
  }
}

interface LogRowProps {
  delivery: DeliveryHead;
  href: string;
  open: boolean;
  inTabOrder: boolean;
  marked: boolean;
  /** @param range with all rows since the last selected one. Null: rows cannot be selected */
  onMark: ((id: string, range: boolean) => void) | null;
}

export const LogRow = memo(function LogRow({ delivery, href, open, inTabOrder, marked, onMark }: LogRowProps) {
  const t = messages.deliveries;
  const name = nameOf(delivery);
  const why = whyOf(delivery);
  return (
    <div className="delivery-line" data-marked={marked || undefined}>
      {onMark && (
        <label className="delivery-check">
          <input
            type="checkbox"
            aria-label={t.select(name)}
            tabIndex={-1}
            checked={marked}
            onChange={() => undefined}
            onClick={(event: MouseEvent<HTMLInputElement>) => onMark(delivery.id, event.shiftKey)}
          />
        </label>
      )}
      <Link
        to={href}
        className="row delivery-row"
        data-row-id={delivery.id}
        aria-current={open ? "true" : undefined}
        tabIndex={inTabOrder ? 0 : -1}
      >
        <span className="delivery-name" title={name}>
          {name}
          {delivery.title !== null && <small>{delivery.material_id}</small>}
        </span>
        <span className="delivery-state">
          <DeliveryMark delivery={delivery} />
        </span>
        <span className="muted delivery-why" data-bad={isBad(delivery) || undefined} title={why}>
          {why}
        </span>
        <span className="muted delivery-site" title={`${delivery.project_name} → ${delivery.callback_host}`}>
          {delivery.callback_host}
        </span>
        <span className="muted delivery-version">
          {delivery.event === "site_fonts_updated" ? t.fonts : t.version(delivery.version_number)}
        </span>
        <span className="muted delivery-age">
          <Time iso={delivery.created_at} as="relative" />
        </span>
      </Link>
    </div>
  );
});

function isBad({ standing }: DeliveryHead): boolean {
  return standing === "rejected" || standing === "failed" || standing === "exhausted" || standing === "retrying";
}
