import { Button } from "@mantine/core";
import type { DeliveryRow } from "../../../server/contracts/console-api.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../api.ts";
import { useLiveEvents } from "../live.tsx";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { DeliveryMark } from "../parts/StateMark.tsx";
import { Link } from "../router.tsx";
import { usePages } from "../use-pages.ts";

/** How the sites took a snapshot, as it happens. @param round changes with every publication */
export function SnapshotDeliveries({ snapshotId, round }: { snapshotId: string; round: string }) {
  const pages = usePages<DeliveryRow>(`${snapshotId} ${round}`, (cursor, signal) =>
    api.snapshotDeliveries(snapshotId, cursor, signal),
  );
  useLiveEvents({
    delivery: ({ event }) => event === "site_fonts_updated" && pages.refresh(),
    resumed: pages.refresh,
  });
  if (pages.loading) return <SkeletonRows rows={2} height={28} />;
  if (pages.error !== undefined) return <ErrorNote error={pages.error} retry={pages.reload} />;
  if (pages.items.length === 0)
    return <p className="hint">No article had been opened when the fonts were published, so nobody was told.</p>;
  return (
    <>
      <ul className="snapshots" aria-label="Deliveries of the current fonts">
        {pages.items.map((delivery) => (
          <li key={delivery.id} className="font-delivery">
            <Link to={`/deliveries/${delivery.id}`} className="plain-link" title="Open the delivery">
              <DeliveryMark delivery={delivery} />
            </Link>
            <span className="snapshot-facts">
              in the name of <Link to={`/deliveries/${delivery.id}`}>{delivery.material_id}</Link> ·{" "}
              <Time iso={delivery.created_at} as="seconds" />
              {delivery.explanation !== "" && <> · {delivery.explanation}</>}
            </span>
          </li>
        ))}
      </ul>
      {pages.hasMore && (
        <Button variant="subtle" size="xs" onClick={pages.loadMore} loading={pages.loadingMore}>
          Older ones
        </Button>
      )}
    </>
  );
}
