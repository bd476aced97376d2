import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ArchiveEntry } from "../../../server/contracts/sessions-api.ts";
import { api } from "../data/api.ts";
import { keys, versionFilesQuery } from "../data/queries.ts";
import { bytesWords } from "../lib/words.ts";
import { messages } from "../messages/index.ts";
import { CopyLine, Source } from "../parts/basics.tsx";
import { layOutJson } from "../parts/json-layout.ts";
import { Loaded } from "../parts/Loaded.tsx";

/** Bytes; longer texts are not shown. */
const SHOWN_BYTES = 1_000_000;

export function VersionFiles({ versionId }: { versionId: string }) {
  const t = messages.sessions;
  const files = useQuery(versionFilesQuery(versionId));
  return (
    <Loaded query={files} rows={4} height={40}>
      {({ items }) => (
        <>
          <p className="hint">{t.archiveHint}</p>
          <ul className="list ruled">
            {items.map((file) => (
              <Entry key={file.path} versionId={versionId} file={file} />
            ))}
          </ul>
        </>
      )}
    </Loaded>
  );
}

function Entry({ versionId, file }: { versionId: string; file: ArchiveEntry }) {
  const t = messages.sessions;
  const [shown, setShown] = useState(false);
  const description = t.paths[file.path];
  return (
    <li className="session-file">
      <span className="between">
        <code>{file.path}</code>
        <span>
          <Button
            size="compact-xs"
            variant="subtle"
            aria-expanded={shown}
            aria-label={shown ? t.hideFile(file.path) : t.showFile(file.path)}
            onClick={() => setShown(!shown)}
          >
            {shown ? messages.common.hide : messages.common.show}
          </Button>
          <a
            className="icon-link"
            href={api.versionFileUrl(versionId, file.path)}
            download={file.path.split("/").at(-1)}
            aria-label={t.downloadFile(file.path)}
            title={messages.common.download}
          >
            <IconDownload size={16} stroke={1.7} aria-hidden />
          </a>
        </span>
      </span>
      <span className="muted">
        {description === undefined ? file.type : description}
        {file.width !== null && file.height !== null && `, ${t.size(file)}`}, {bytesWords(file.size)}
      </span>
      {file.path.includes("/") &&
        (file.client_url === null ? (
          <span className="muted">{t.noUrl}</span>
        ) : (
          <CopyLine value={file.client_url} what={t.urlOf(file.path)} />
        ))}
      {shown && <Shown versionId={versionId} file={file} />}
    </li>
  );
}

function Shown({ versionId, file }: { versionId: string; file: ArchiveEntry }) {
  const t = messages.sessions;
  const url = api.versionFileUrl(versionId, file.path);
  const [kind] = file.type.split("/");
  if (kind === "image") return <img className="session-shown" src={url} alt={file.path} />;
  if (kind === "video")
    // biome-ignore lint/a11y/useMediaCaption: uploads of a newsroom have no captions
    return <video className="session-shown" src={url} controls preload="metadata" aria-label={file.path} />;
  if (kind === "audio")
    // biome-ignore lint/a11y/useMediaCaption: as above
    return <audio className="session-shown" src={url} controls preload="metadata" aria-label={file.path} />;
  if (kind !== "text" && file.type !== "application/json") return <p className="hint">{t.cannotShow}</p>;
  if (file.size > SHOWN_BYTES) return <p className="hint">{t.largeFile}</p>;
  return <ShownText file={file} versionId={versionId} />;
}

function ShownText({ file, versionId }: { file: ArchiveEntry; versionId: string }) {
  const text = useQuery({
    queryKey: [...keys.version(versionId), "file", file.path],
    queryFn: ({ signal }) => api.versionFileText(versionId, file.path, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <Loaded query={text} rows={2} height={18}>
      {(raw) => <Source text={file.type === "application/json" ? layOutJson(raw) : raw} raw={raw} what={file.path} />}
    </Loaded>
  );
}
