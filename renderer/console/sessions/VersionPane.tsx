import { Button, SegmentedControl } from "@mantine/core";
import { IconArrowLeft, IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { VersionDetail } from "../../../server/contracts/console-api.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { versionQuery } from "../data/queries.ts";
import { Link } from "../lib/router.tsx";
import { bytesWords } from "../lib/words.ts";
import { CopyLine, Fact, Facts } from "../parts/Facts.tsx";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { Source } from "../parts/Source.tsx";
import { DeliveryMark } from "../parts/StateMark.tsx";

/** One version: as a reader sees it, its source, its files, its metadata. */
export function VersionPane({ id, backTo }: { id: string; backTo: string }) {
  const version = useQuery(versionQuery(id));
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
  if (version.error) return <ErrorNote error={version.error} retry={() => void version.refetch()} />;
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
      <div className="session-version-title">
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

type Media = VersionDetail["media"];

type Side = "preview" | "source" | "files" | "metadata";

function VersionView({ version }: { version: VersionDetail }) {
  const [side, setSide] = useState<Side>("preview");
  return (
    <>
      <div className="session-version-tools">
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
          className="session-preview"
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

/** The files of a version, each with its address on the site. */
function MediaTable({ media }: { media: Media }) {
  if (media.length === 0) return <p className="hint">This version has no pictures or other files.</p>;
  return (
    <ul className="session-media">
      {media.map((file) => (
        <li key={file.file_name}>
          <code>{file.file_name}</code>
          <span className="cell-quiet">
            {file.type}
            {file.width !== null && file.height !== null && `, ${file.width} × ${file.height}`}, {bytesWords(file.size)}
          </span>
          {file.client_url === null ? (
            <span className="cell-quiet">The site has not given it an address yet.</span>
          ) : (
            <CopyLine value={file.client_url} what={`address of ${file.file_name} on the site`} />
          )}
        </li>
      ))}
    </ul>
  );
}

const PAGE_STYLE = `
  :root { color-scheme: light; }
  body { margin: 0; padding: 24px; background: #fffefb; color: #1d1b18; font: 17px/1.55 Georgia, serif; }
  img, video { max-width: 100%; height: auto; }
`;

/**
 * The page that the sandboxed preview shows. Nothing is loaded for it: where a file stands, a frame of its size with its
 * name does.
 * @param html the version's HTML, with `dummy-<file_name>` where a file stands
 */
function previewDocument(html: string, media: Media): string {
  let body = html;
  for (const file of media) body = body.replaceAll(`dummy-${file.file_name}`, standIn(file));
  return `<!doctype html><meta charset="utf-8"><style>${PAGE_STYLE}</style>${body}`;
}

function standIn(file: Media[number]): string {
  const width = file.width ?? 640;
  const height = file.height ?? 80;
  const size = Math.max(12, Math.round(Math.min(width, height * 4) / 24));
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="100%" height="100%" fill="#ece7db"/>` +
    `<text x="50%" y="50%" font-family="monospace" font-size="${size}" fill="#5c574e" text-anchor="middle">${file.file_name}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg).replaceAll("'", "%27")}`;
}
