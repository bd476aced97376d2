import { Button, NativeSelect } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import type { FontFileView, SnapshotView } from "../../../server/contracts/fonts-api.ts";
import { localTime, Time } from "../../shared/Time.tsx";
import { api } from "../api.ts";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { useResource } from "../use-resource.ts";
import { bytesWords } from "../words.ts";
import { Comparison } from "./Comparison.tsx";
import { deliveriesWords, snapshotWords } from "./words.ts";

export interface SnapshotsProps {
  projectId: string;
  /** The fonts as they are now. */
  files: FontFileView[];
  snapshots: SnapshotView[];
  onPublishAgain: (snapshot: SnapshotView) => void;
}

/** What was published and when; any two can be compared, and each published again. */
export function Snapshots({ projectId, files, snapshots, onPublishAgain }: SnapshotsProps) {
  return (
    <>
      <ul className="snapshots">
        {snapshots.map((snapshot) => (
          <li key={snapshot.id} className="snapshot" aria-current={snapshot.current ? "true" : undefined}>
            <span className="snapshot-name">
              <Time iso={snapshot.published_at} />
              {snapshot.current && <span className="snapshot-current"> current</span>}
            </span>
            <span className="snapshot-facts">
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
        <Compare key={snapshots.map(({ id }) => id).join()} projectId={projectId} files={files} snapshots={snapshots} />
      )}
    </>
  );
}

/** The fonts as they are now, in the choice beside the snapshots. */
const NOW = "";

function Compare({ projectId, files, snapshots }: Omit<SnapshotsProps, "onPublishAgain">) {
  const [first, second] = snapshots;
  const [from, setFrom] = useState(second?.id ?? first?.id ?? NOW);
  const [to, setTo] = useState(second === undefined ? NOW : (first?.id ?? NOW));
  const comparison = useResource(JSON.stringify([from, to, files]), (signal) =>
    api.compareFonts(projectId, from, to === NOW ? null : to, signal),
  );
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
        {comparison.error !== undefined && <ErrorNote error={comparison.error} retry={comparison.reload} />}
        {comparison.data !== undefined && <Comparison comparison={comparison.data} />}
        {comparison.data === undefined && comparison.error === undefined && <SkeletonRows rows={2} height={18} />}
      </div>
    </section>
  );
}
