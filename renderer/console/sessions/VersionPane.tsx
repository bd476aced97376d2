import { Button, SegmentedControl } from "@mantine/core";
import { IconArrowLeft, IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import type { VersionDetail } from "../../../server/contracts/console-api.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../api.ts";
import { CopyLine } from "../parts/CopyLine.tsx";
import { Fact, Facts } from "../parts/Facts.tsx";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { Source } from "../parts/Source.tsx";
import { DeliveryMark } from "../parts/StateMark.tsx";
import { Link } from "../router.tsx";
import { useResource } from "../use-resource.ts";
import { bytesWords } from "../words.ts";
import { MediaTable } from "./MediaTable.tsx";
import { previewDocument } from "./preview-document.ts";

/** One version: as a reader sees it, its source, its files, its metadata. */
export function VersionPane({ id, backTo }: { id: string; backTo: string }) {
  const version = useResource(id, (signal) => api.version(id, signal));
  if (version.data !== undefined)
    return (
      <div className="detail-body">
        <VersionHead version={version.data} backTo={backTo} />
        {version.data.readable ? <VersionView version={version.data} /> : <OriginalNote />}
        <section className="block" aria-labelledby="version-facts">
          <h3 id="version-facts">Facts</h3>
          <Facts>
            <Fact name="Version id">
              <CopyLine value={version.data.id} what="version id" />
            </Fact>
          </Facts>
        </section>
      </div>
    );
  if (version.error !== undefined) return <ErrorNote error={version.error} retry={version.reload} />;
  return <SkeletonRows rows={7} height={40} />;
}

function VersionHead({ version, backTo }: { version: VersionDetail; backTo: string }) {
  return (
    <header className="detail-head">
      <p className="detail-over">
        <Link to={backTo}>
          <IconArrowLeft size={14} aria-hidden /> {version.material_id}
        </Link>
      </p>
      <div className="detail-title">
        <h2>Version {version.number}</h2>
        {version.delivery && (
          <Link to={`/deliveries/${version.delivery.delivery_id}`} className="plain-link">
            <DeliveryMark delivery={version.delivery} large />
          </Link>
        )}
      </div>
      <p className="detail-sub">
        {version.readable ? "Saved" : "Came from the site"} <Time iso={version.created_at} as="seconds" />
        {version.readable && <> by {version.user_email ?? "an unknown author"}</>}
        {version.user_ip !== null && <> from {version.user_ip}</>} · {bytesWords(version.size)}
      </p>
    </header>
  );
}

function OriginalNote() {
  return (
    <p className="hint">
      This is the article as another editor left it. Galley cannot show it, never sends it to the site, and keeps it for
      as long as the session exists.
    </p>
  );
}

type Side = "preview" | "source" | "files" | "metadata";

function VersionView({ version }: { version: VersionDetail }) {
  const [side, setSide] = useState<Side>("preview");
  return (
    <>
      <div className="version-tools">
        <SegmentedControl
          size="xs"
          aria-label="What to show of the version"
          value={side}
          onChange={(value) => setSide(value as Side)}
          data={[
            { value: "preview", label: "Preview" },
            { value: "source", label: "HTML" },
            { value: "files", label: `Files (${version.media.length})` },
            { value: "metadata", label: "Metadata" },
          ]}
        />
        <Button
          component="a"
          href={api.archiveUrl(version.id)}
          download
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
        >
          Archive
        </Button>
      </div>

      {side === "preview" && (
        <iframe
          className="preview"
          title={`Preview of version ${version.number}`}
          sandbox=""
          srcDoc={previewDocument(version.html, version.media)}
        />
      )}
      {side === "source" && <Source text={version.html} what="HTML of the version" />}
      {side === "files" && <MediaTable media={version.media} />}
      {side === "metadata" && <Source text={version.metadata_text} what="metadata of the version" />}
    </>
  );
}
