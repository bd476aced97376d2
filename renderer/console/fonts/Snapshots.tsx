import { Button, NativeSelect } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SnapshotView } from "../../../server/contracts/fonts-api.ts";
import { localTime, Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { fontComparisonQuery, fontDeliveriesQuery } from "../data/queries.ts";
import { Link } from "../lib/router.tsx";
import { bytesWords } from "../lib/words.ts";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { DeliveryMark } from "../parts/StateMark.tsx";
import { Comparison } from "./Comparison.tsx";
import { deliveriesWords, snapshotWords } from "./words.ts";

export interface SnapshotsProps {
  projectId: string;
  snapshots: SnapshotView[];
  onPublishAgain: (snapshot: SnapshotView) => void;
}

/** What was published and when; any two can be compared, and each published again. */
export function Snapshots({ projectId, snapshots, onPublishAgain }: SnapshotsProps) {
  return (
    <>
      <ul className="font-snapshots">
        {snapshots.map((snapshot) => (
          <li key={snapshot.id} className="font-snapshot" aria-current={snapshot.current ? "true" : undefined}>
            <span className="font-snapshot-name">
              <Time iso={snapshot.published_at} />
              {snapshot.current && <span className="font-snapshot-current"> current</span>}
            </span>
            <span className="font-snapshot-facts">
              {snapshotWords(snapshot)}, {bytesWords(snapshot.size)} · {deliveriesWords(snapshot)}
            </span>
            <span className="font-tools">
              <Button size="compact-xs" variant="subtle" onClick={() => onPublishAgain(snapshot)}>
                Publish again…
                <span className="visually-hidden"> the fonts of {snapshot.created_at}</span>
              </Button>
              <a
                className="icon-link"
                href={api.snapshotArchiveUrl(projectId, snapshot.id)}
                download
                aria-label={`Download the archive of ${snapshot.created_at}`}
                title="Download the archive"
              >
                <IconDownload size={16} stroke={1.7} aria-hidden />
              </a>
            </span>
          </li>
        ))}
      </ul>
      {snapshots.length > 0 && (
        // After a publication the last two stand beside each other again.
        <Compare key={snapshots.map(({ id }) => id).join()} projectId={projectId} snapshots={snapshots} />
      )}
    </>
  );
}

/** The fonts as they are now, in the choice beside the snapshots. */
const NOW = "";

function Compare({ projectId, snapshots }: Omit<SnapshotsProps, "onPublishAgain">) {
  const [first, second] = snapshots;
  const [from, setFrom] = useState(second?.id ?? first?.id ?? NOW);
  const [to, setTo] = useState(second === undefined ? NOW : (first?.id ?? NOW));
  const comparison = useQuery(fontComparisonQuery(projectId, from, to === NOW ? null : to));
  const options = snapshots.map((snapshot) => ({
    value: snapshot.id,
    label: `${localTime(snapshot.created_at, Date.now(), true)} · ${snapshotWords(snapshot)}`,
  }));
  return (
    <section className="block" aria-labelledby="compare">
      <h3 id="compare">Compare</h3>
      <div className="form-pair font-compare">
        <NativeSelect
          label="From"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
          data={options}
        />
        <NativeSelect
          label="To"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          data={[{ value: NOW, label: "The fonts as they are now" }, ...options]}
        />
      </div>
      <div aria-live="polite">
        {comparison.error && <ErrorNote error={comparison.error} retry={() => void comparison.refetch()} />}
        {comparison.data !== undefined && <Comparison comparison={comparison.data} />}
        {comparison.data === undefined && !comparison.error && <SkeletonRows rows={2} height={18} />}
      </div>
    </section>
  );
}

/** How the sites took a snapshot, as it happens. */
export function SnapshotDeliveries({ projectId, snapshotId }: { projectId: string; snapshotId: string }) {
  const list = useInfiniteQuery(fontDeliveriesQuery(projectId, snapshotId));
  if (list.error) return <ErrorNote error={list.error} retry={() => void list.refetch()} />;
  if (list.data === undefined) return <SkeletonRows rows={2} height={28} />;
  if (list.data.length === 0)
    return <p className="hint">No article had been opened when the fonts were published, so nobody was told.</p>;
  return (
    <>
      <ul className="font-snapshots" aria-label="Deliveries of the current fonts">
        {list.data.map((delivery) => (
          <li key={delivery.id} className="font-delivery">
            <Link to={`/deliveries/${delivery.id}`} className="plain-link" title="Open the delivery">
              <DeliveryMark delivery={delivery} />
            </Link>
            <span className="font-snapshot-facts">
              in the name of <Link to={`/deliveries/${delivery.id}`}>{delivery.material_id}</Link> ·{" "}
              <Time iso={delivery.created_at} as="seconds" />
              {delivery.explanation !== "" && <> · {delivery.explanation}</>}
            </span>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button variant="subtle" size="xs" onClick={() => void list.fetchNextPage()} loading={list.isFetchingNextPage}>
          Older ones
        </Button>
      )}
    </>
  );
}
