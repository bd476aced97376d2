/** Desktop notifications, each with a text and a console page. */
import type { DeliveryRow } from "../../contracts/deliveries-api.ts";
import { AppError } from "../../core/errors.ts";
import type { Services } from "../../services.ts";
import { messageOf } from "../notifications/message.ts";
import type { CauseEvent } from "../notifications/notification-store.ts";

export interface ShellNotice {
  kind: "delivery_failed" | Exclude<CauseEvent, "delivery_exhausted">;
  site: string | null;
  /** One line. It may contain a site's text: untrusted and of any length. */
  title: string;
  text: string;
  path: string;
  /** Console path of the list of all such notices. */
  pathOfAll: string;
}

/** Maximum number of remembered deliveries, which cause no second notice. */
const MAX_REMEMBERED = 1_000;

/** Path of the delivery log, filtered by undelivered articles. @param host null: any site */
export const failuresOf = (host: string | null): string =>
  `/deliveries?${new URLSearchParams({ state: "rejected,failed,exhausted", ...(host === null ? {} : { host }) })}`;

/** Path of the delivery log, filtered by articles that a site confirmed but never downloaded. */
export const UNFETCHED = "/deliveries?warning=archive";

export function createNotices({
  runtime: { clock, log },
  events,
  deliveries,
  notifications,
}: Pick<Services, "runtime" | "events" | "deliveries" | "notifications">) {
  /** Delivery → time of its end. */
  const notified = new Map<string, string | null>();
  const isNewEnd = ({ id, finished_at }: DeliveryRow): boolean => {
    if (notified.get(id) === finished_at) return false;
    const oldest = notified.size >= MAX_REMEMBERED ? notified.keys().next().value : undefined;
    if (oldest !== undefined) notified.delete(oldest);
    notified.set(id, finished_at);
    return true;
  };
  const failed = (id: string): ShellNotice | null => {
    try {
      const row = deliveries.row(id);
      // Cancelled by an admin.
      return row.code === "cancelled" || !isNewEnd(row) ? null : deliveryFailed(row);
    } catch (error) {
      // The article was deleted.
      if (error instanceof AppError && error.code === "not_found") return null;
      log.error("Could not show a notification about a failed delivery.", error);
      return null;
    }
  };
  return {
    /** @returns a function that unsubscribes */
    follow(noticed: (notice: ShellNotice) => void): () => void {
      const stopEvents = events.subscribe(({ kind, data }) => {
        if (kind !== "delivery" || data.downloaded === true || !isFailure(data.state)) return;
        const notice = failed(data.id);
        if (notice !== null) noticed(notice);
      });
      const stopWatching = notifications.follow((event, subject, facts) => {
        // Each of these deliveries causes its own notice.
        if (event === "delivery_exhausted") return;
        const { title, items } = messageOf(
          event,
          [{ event, subject, facts, notifiedAt: null, pending: 1 }],
          "",
          clock.now(),
        );
        const { text = "", url: path = "/" } = items[0] ?? {};
        const site = facts.site === undefined ? null : String(facts.host ?? subject);
        noticed({ kind: event, site, title, text, path, pathOfAll: site === null ? path : "/sites" });
      });
      return () => {
        stopEvents();
        stopWatching();
      };
    },
  };
}

const isFailure = (state: string): boolean => state === "rejected" || state === "failed" || state === "exhausted";

function deliveryFailed({ id, event, title, material_id, callback_host, explanation }: DeliveryRow): ShellNotice {
  const what = event === "site_fonts_updated" ? "Fonts" : (title ?? material_id);
  return {
    kind: "delivery_failed",
    site: callback_host,
    title: `${callback_host} did not accept “${what}”`,
    text: explanation,
    path: `/deliveries/${encodeURIComponent(id)}`,
    pathOfAll: failuresOf(callback_host),
  };
}
