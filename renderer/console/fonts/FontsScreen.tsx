/** The fonts of a project: what there is, what sites know of it, and how they took it. */
import { Button } from "@mantine/core";
import { IconArrowLeft, IconSend } from "@tabler/icons-react";
import { useState } from "react";
import type { FontsView, SnapshotView } from "../../../server/contracts/fonts-api.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../api.ts";
import { useLiveEvents } from "../live.tsx";
import { EmptyNote, ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { Link } from "../router.tsx";
import { useResource } from "../use-resource.ts";
import { FontList } from "./FontList.tsx";
import { FontUpload } from "./FontUpload.tsx";
import { PublishDialog } from "./PublishDialog.tsx";
import { SnapshotDeliveries } from "./SnapshotDeliveries.tsx";
import { Snapshots } from "./Snapshots.tsx";
import { useGathered } from "./use-gathered.ts";
import { useUploads } from "./use-uploads.ts";
import { snapshotWords } from "./words.ts";
import "./fonts.css";

export function FontsScreen({ projectId }: { projectId: string }) {
  const project = useResource(projectId, (signal) => api.project(projectId, signal));
  const fonts = useResource(projectId, (signal) => api.fonts(projectId, signal));
  const uploads = useUploads(projectId, fonts.reload);
  const reloadSoon = useGathered(fonts.reload);
  useLiveEvents({
    fonts: (event) => event.project_id === projectId && fonts.reload(),
    delivery: (event) => event.project_id === projectId && reloadSoon(),
    resumed: fonts.reload,
  });
  const error = project.error ?? fonts.error;
  return (
    <div className="page">
      <header className="page-head font-head">
        <p className="detail-over">
          <Link to={`/projects/${projectId}`}>
            <IconArrowLeft size={14} aria-hidden /> {project.data?.name ?? "The project"}
          </Link>
        </p>
        <h1>Fonts</h1>
      </header>
      {error !== undefined && <ErrorNote error={error} retry={fonts.reload} />}
      <div className="font-sheet">
        {fonts.data !== undefined && <Published projectId={projectId} fonts={fonts.data} reload={fonts.reload} />}
        <section className="block" aria-labelledby="fonts-now">
          <h2 id="fonts-now">The fonts</h2>
          <FontUpload {...uploads} />
          {fonts.data === undefined && error === undefined && <SkeletonRows rows={4} height={40} />}
          {fonts.data?.files.length === 0 && (
            <EmptyNote title="No fonts yet">
              <p>Upload the fonts in which the site sets its articles. Sites hear of them when you publish.</p>
            </EmptyNote>
          )}
          {fonts.data !== undefined && (
            <FontList projectId={projectId} files={fonts.data.files} onChange={fonts.reload} />
          )}
        </section>
        {fonts.data?.current && <History projectId={projectId} fonts={fonts.data} reload={fonts.reload} />}
      </div>
    </div>
  );
}

interface PartProps {
  projectId: string;
  fonts: FontsView;
  reload: () => void;
}

/** What sites know, and the button that tells them. */
function Published({ projectId, fonts, reload }: PartProps) {
  const [publishing, setPublishing] = useState(false);
  const { current, changed } = fonts;
  return (
    <section className="block font-published" aria-label="What sites know">
      <p role="status">
        {current === null ? (
          "Nothing has been published yet."
        ) : (
          <>
            Published last, <Time iso={current.published_at} as="relative" />: {snapshotWords(current)}.
          </>
        )}{" "}
        {changed && current !== null && <strong>What you have changed since is not published yet.</strong>}
      </p>
      <Button
        leftSection={<IconSend size={15} aria-hidden />}
        variant={changed ? "filled" : "default"}
        disabled={current === null && !changed}
        onClick={() => setPublishing(true)}
      >
        {changed || current === null ? "Publish…" : "Send again…"}
      </Button>
      {publishing && (
        <PublishDialog
          projectId={projectId}
          current={current}
          snapshot={null}
          onClose={() => setPublishing(false)}
          onPublished={reload}
        />
      )}
    </section>
  );
}

function History({ projectId, fonts, reload }: PartProps) {
  const [again, setAgain] = useState<SnapshotView | null>(null);
  const { files, current, snapshots } = fonts;
  return (
    <>
      {current !== null && (
        <section className="block" aria-labelledby="font-deliveries">
          <h2 id="font-deliveries">How sites took them</h2>
          <SnapshotDeliveries snapshotId={current.id} round={current.published_at} />
        </section>
      )}
      <section className="block" aria-labelledby="font-snapshots">
        <h2 id="font-snapshots">Snapshots</h2>
        <Snapshots projectId={projectId} files={files} snapshots={snapshots} onPublishAgain={setAgain} />
      </section>
      {again !== null && (
        <PublishDialog
          projectId={projectId}
          current={current}
          snapshot={again}
          onClose={() => setAgain(null)}
          onPublished={reload}
        />
      )}
    </>
  );
}
