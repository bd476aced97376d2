import { Button } from "@mantine/core";
import { IconArrowLeft, IconSend } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { FontsView } from "../../../server/contracts/fonts-api.ts";
import { useRefresh } from "../data/changes.ts";
import { useHasRole } from "../data/me.ts";
import { fontsQuery, keys, projectQuery } from "../data/queries.ts";
import { Link } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { Block, TimePhrase } from "../parts/basics.tsx";
import { EmptyNote, ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { RequireRole } from "../parts/RequireRole.tsx";
import { FontList } from "./FontList.tsx";
import { FontUpload } from "./FontUpload.tsx";
import { PublishDialog, SnapshotDeliveries, Snapshots } from "./Snapshots.tsx";
import { useUploads } from "./use-uploads.ts";
import { snapshotWords } from "./words.ts";
import "./fonts.css";

export function FontsScreen({ projectId }: { projectId: string }) {
  const t = messages.fonts;
  const project = useQuery(projectQuery(projectId));
  const fonts = useQuery(fontsQuery(projectId));
  const refresh = useRefresh(keys.fonts(projectId));
  const uploads = useUploads(projectId, () => void refresh());
  const canOperate = useHasRole("operator");
  const error = project.error ?? fonts.error;
  return (
    <div className="page">
      <header className="detail-head">
        <p className="hint wrap">
          <Link to={`/projects/${projectId}`}>
            <IconArrowLeft size={14} aria-hidden /> {project.data?.name ?? messages.common.project}
          </Link>
        </p>
        <h1>{messages.projects.tabs.fonts}</h1>
      </header>
      {error && <ErrorNote error={error} retry={() => void fonts.refetch()} />}
      <div className="boxed font-sheet">
        {fonts.data !== undefined && <Published projectId={projectId} fonts={fonts.data} />}
        <Block id="fonts-now" title={t.theFonts} level={2}>
          {canOperate && <FontUpload {...uploads} />}
          {fonts.data === undefined && !error && <SkeletonRows />}
          {fonts.data?.files.length === 0 && <EmptyNote title={t.none}>{canOperate && <p>{t.noneHint}</p>}</EmptyNote>}
          {fonts.data !== undefined && <FontList projectId={projectId} files={fonts.data.files} />}
        </Block>
        {fonts.data?.current && (
          <>
            <Block id="font-deliveries" title={messages.shell.places.deliveries} level={2}>
              <SnapshotDeliveries projectId={projectId} snapshotId={fonts.data.current.id} />
            </Block>
            <Block id="font-snapshots" title={t.snapshots} level={2}>
              <Snapshots projectId={projectId} fonts={fonts.data} />
            </Block>
          </>
        )}
      </div>
    </div>
  );
}

function Published({ projectId, fonts }: { projectId: string; fonts: FontsView }) {
  const t = messages.fonts;
  const [publishing, setPublishing] = useState(false);
  const { current, changed } = fonts;
  return (
    <section className="block between font-published" aria-label={t.published}>
      <p role="status">
        {current === null ? (
          t.neverPublished
        ) : (
          <TimePhrase text={t.publishedLast(snapshotWords(current))} iso={current.published_at} as="relative" />
        )}{" "}
        {changed && current !== null && <strong>{t.unpublishedChanges}</strong>}
      </p>
      <RequireRole atLeast="operator">
        <Button
          leftSection={<IconSend size={15} aria-hidden />}
          variant={changed ? "filled" : "default"}
          disabled={current === null && !changed}
          onClick={() => setPublishing(true)}
        >
          {changed || current === null ? t.publish : t.resend}
        </Button>
      </RequireRole>
      {publishing && (
        <PublishDialog projectId={projectId} current={current} snapshot={null} onClose={() => setPublishing(false)} />
      )}
    </section>
  );
}
