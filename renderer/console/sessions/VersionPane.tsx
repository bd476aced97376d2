import { Button, NativeSelect, Stack } from "@mantine/core";
import { IconArrowLeft, IconHistory } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ArchiveEntry, VersionDetail } from "../../../server/contracts/sessions-api.ts";
import { type CompareLooks, Comparison } from "../../shared/compare/Comparison.tsx";
import { PreviewFrame, SCREENS, type Screen } from "../../shared/PreviewFrame.tsx";
import { localTime, Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import {
  comparisonQuery,
  sessionQuery,
  sessionVersionsQuery,
  versionFilesQuery,
  versionQuery,
  versionTextQuery,
} from "../data/queries.ts";
import { Link, navigate } from "../lib/router.tsx";
import { formatJson } from "../lib/words.ts";
import { messages, sizeInWords, useLanguage } from "../messages/index.ts";
import { CopyLine, DownloadButton, Phrase, SmallButton, Source } from "../parts/basics.tsx";
import { Segments } from "../parts/Choices.tsx";
import { Confirm, ROW_BUTTON, rowWords } from "../parts/Confirm.tsx";
import { bound } from "../parts/Form.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { ErrorNote, MoreButton, SkeletonRows } from "../parts/Notes.tsx";
import { RequireRole } from "../parts/RequireRole.tsx";
import { RowDownload } from "../parts/RowMenu.tsx";
import { DeliveryMark } from "../parts/StateMark.tsx";
import type { PathOf } from "./SessionDetailView.tsx";

interface VersionPaneProps {
  id: string;
  query: URLSearchParams;
  pathOf: PathOf;
}

export function VersionPane({ id, query, pathOf }: VersionPaneProps) {
  return (
    <Loaded query={versionQuery(id)}>
      {(data) => (
        <div className="detail-body">
          <VersionHead version={data} backTo={pathOf(null)} />
          {data.readable ? (
            <VersionView version={data} query={query} pathOf={pathOf} />
          ) : (
            <p className="hint">{messages.sessions.foreignNote}</p>
          )}
        </div>
      )}
    </Loaded>
  );
}

function VersionHead({ version, backTo }: { version: VersionDetail; backTo: string }) {
  const t = messages.sessions;
  const session = useQuery(sessionQuery(version.session_id));
  const time = () => <Time iso={version.created_at} as="seconds" />;
  return (
    <header className="detail-head">
      <p className="hint wrap">
        <Link to={backTo}>
          <IconArrowLeft size={14} aria-hidden /> {session.data?.title ?? version.material_id}
        </Link>
      </p>
      <div className="line">
        <h2>{t.version(version.number)}</h2>
        {version.delivery && (
          <Link to={`/deliveries/${version.delivery.delivery_id}`} className="plain-link" title={t.openDelivery}>
            <DeliveryMark delivery={version.delivery} />
          </Link>
        )}
      </div>
      <p className="hint wrap">
        <Phrase text={version.readable ? t.saved : t.received} parts={{ time }} />
        {version.readable && <> {t.by(version.user_email ?? t.authorUnknown)}</>}
        {version.user_ip !== null && <> {messages.common.fromAddress(version.user_ip)}</>} · {sizeInWords(version.size)}
      </p>
      <p className="hint wrap">
        {messages.common.versionId} <CopyLine value={version.id} what={messages.common.versionId} />
      </p>
    </header>
  );
}

function VersionView({
  version,
  query,
  pathOf,
}: { version: VersionDetail } & Pick<VersionPaneProps, "query" | "pathOf">) {
  const t = messages.sessions;
  const sides = t.sides(version.media.length + 3);
  const side = (Object.keys(sides) as (keyof typeof sides)[]).find((one) => one === query.get("side")) ?? "preview";
  const show = (view: Record<string, string>) => navigate(pathOf(version.id, view), true);
  return (
    <>
      <div className="between" style={{ marginBottom: "var(--gap-md)" }}>
        <Segments
          className="session-sides"
          label={messages.common.version}
          words={sides}
          value={side}
          onChange={(value) => show(value === "preview" ? {} : { side: value })}
        />
        <DownloadButton href={api.archiveUrl(version.id)}>{t.downloadArchive}</DownloadButton>
        <RequireRole atLeast="operator">
          <RestoreVersion version={version} pathOf={pathOf} />
        </RequireRole>
      </div>

      {side === "preview" && version.preview_path !== null && (
        <VersionPreview number={version.number} url={version.preview_path} />
      )}
      {side === "difference" && (
        <VersionDifference
          version={version}
          otherId={query.get("with")}
          onChoose={(other) => show({ side: "difference", with: other })}
        />
      )}
      {side === "source" && <Source text={version.html} what={sides.source} />}
      {side === "files" && <VersionFiles versionId={version.id} />}
      {side === "metadata" && <Source text={version.metadata_text} what={sides.metadata} />}
    </>
  );
}

function RestoreVersion({ version, pathOf }: { version: VersionDetail; pathOf: PathOf }) {
  const t = messages.sessions.restore;
  const session = useQuery(sessionQuery(version.session_id));
  const newest = session.data?.versions[0]?.number;
  const [base, setBase] = useState<number>();
  if (newest === undefined || (newest === version.number && base === undefined)) return null;
  return (
    <>
      <SmallButton Icon={IconHistory} onClick={() => setBase(newest)}>
        {t.action}
      </SmallButton>
      <Confirm
        opened={base !== undefined}
        onClose={() => setBase(undefined)}
        action={t.action}
        of={messages.sessions.version(version.number)}
        destructive={false}
        onConfirm={async () => {
          const saved = await api.restoreVersion(version.id, base ?? newest).catch(async (error: unknown) => {
            // A retry restores on top of the newest version.
            const now = (await session.refetch()).data?.versions[0]?.number ?? newest;
            setBase((before) => before && now);
            throw error;
          });
          navigate(pathOf(saved.version_id));
        }}
      >
        <p>{t.why(version.number, (base ?? newest) + 1)}</p>
      </Confirm>
    </>
  );
}

/** @param url on the console listener; the page runs no scripts */
function VersionPreview({ number, url }: { number: number; url: string }) {
  const t = messages.sessions;
  // The widest one that is readable.
  const [screen, setScreen] = useState<Screen>(() => (window.innerWidth < 600 ? "phone" : "tablet"));
  return (
    <Stack gap="sm" mb="lg" h="min(48rem, 76vh)">
      <Segments
        style={{ alignSelf: "flex-start" }}
        label={t.pageWidth}
        words={t.screens}
        value={screen}
        onChange={setScreen}
      />
      <PreviewFrame url={url} width={SCREENS[screen]} title={t.version(number)} />
    </Stack>
  );
}

/** Bytes; longer texts are not shown. */
const SHOWN_BYTES = 1_000_000;

function VersionFiles({ versionId }: { versionId: string }) {
  const t = messages.sessions;
  return (
    <Loaded query={versionFilesQuery(versionId)}>
      {(files) => (
        <>
          <p className="hint">{t.archiveHint}</p>
          <ul className="list ruled">
            {files.map((file) => (
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
  return (
    <Stack component="li" className="wrap" gap="0.1rem">
      <span className="between">
        <code>{file.path}</code>
        <span>
          <Button {...ROW_BUTTON} aria-expanded={shown} onClick={() => setShown(!shown)}>
            {rowWords(shown ? messages.common.hide : messages.common.show, file.path)}
          </Button>
          <RowDownload
            href={api.versionFileUrl(versionId, file.path)}
            label={messages.common.download}
            of={file.path}
          />
        </span>
      </span>
      <span className="muted">
        {t.paths[file.path] ?? file.type}
        {file.width !== null && `, ${file.width} × ${file.height}`}, {sizeInWords(file.size)}
      </span>
      {file.path.includes("/") &&
        (file.client_url === null ? (
          <span className="muted">{t.noUrl}</span>
        ) : (
          <CopyLine value={file.client_url} what={t.urlOf(file.path)} />
        ))}
      {shown && <Shown versionId={versionId} file={file} />}
    </Stack>
  );
}

const SHOWN = { maxWidth: "100%", maxHeight: "24rem" };

function Shown({ versionId, file }: { versionId: string; file: ArchiveEntry }) {
  const t = messages.sessions;
  const url = api.versionFileUrl(versionId, file.path);
  const [kind] = file.type.split("/");
  if (kind === "image") return <img style={SHOWN} src={url} alt={file.path} />;
  if (kind === "video" || kind === "audio") {
    const Player: "video" | "audio" = kind;
    return <Player style={SHOWN} src={url} controls preload="metadata" aria-label={file.path} />;
  }
  if ((kind !== "text" && file.type !== "application/json") || file.size > SHOWN_BYTES)
    return <p className="hint">{t.cannotShow}</p>;
  return (
    <Loaded query={versionTextQuery(versionId, file.path)}>
      {(raw) => (
        <Source text={raw} what={file.path}>
          {file.type === "application/json" ? formatJson(raw) : raw}
        </Source>
      )}
    </Loaded>
  );
}

interface VersionDifferenceProps {
  version: VersionDetail;
  /** From the URL; null: the previous version. */
  otherId: string | null;
  onChoose: (otherId: string) => void;
}

function VersionDifference({ version, otherId, onChoose }: VersionDifferenceProps) {
  const t = messages.sessions;
  const list = useInfiniteQuery(sessionVersionsQuery(version.session_id));
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const others = (list.data ?? []).filter(({ id, readable }) => readable && id !== version.id);
  const before = others.find(({ number }) => number < version.number);
  const chosen = otherId ?? before?.id ?? others.at(-1)?.id ?? null;
  const isNewer = (others.find(({ id }) => id === chosen)?.number ?? 0) > version.number;
  const isListed =
    chosen !== null && (otherId === null ? before !== undefined : others.some(({ id }) => id === otherId));

  useEffect(() => {
    if (!isListed && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isListed, hasNextPage, isFetchingNextPage, fetchNextPage]);

  if (list.error) return <ErrorNote error={list.error} retry={() => void list.refetch()} />;
  if (list.data === undefined || (!isListed && hasNextPage)) return <SkeletonRows />;
  if (chosen === null) return <p className="hint">{t.nothingToCompare}</p>;
  return (
    <>
      <div className="line" style={{ marginBottom: "var(--gap-md)" }}>
        <NativeSelect
          size="xs"
          label={t.compareWith}
          {...bound(chosen, onChoose)}
          data={others.map(({ id, number, created_at }) => ({
            value: id,
            label: t.compareVersion(number, localTime(created_at, Date.now())),
          }))}
        />
        <MoreButton list={list} />
      </div>
      <Compared key={chosen} from={isNewer ? version.id : chosen} to={isNewer ? chosen : version.id} />
    </>
  );
}

/** The newer text is marked like own text in the editor, never as deleted. */
function Compared(ids: { from: string; to: string }) {
  const t = messages.sessions;
  return (
    <Loaded query={comparisonQuery(ids.from, ids.to, useLanguage())}>
      {({ from, to, changes, blocks, left_out, files_path }) => {
        const pictureUrl = (file: string) => files_path + encodeURIComponent(file);
        const looks: CompareLooks = {
          from: { name: t.version(from.number), only: t.onlyIn(from.number), mark: "dashed", pictureUrl },
          to: { name: t.version(to.number), only: t.onlyIn(to.number), mark: "solid", pictureUrl },
          moved: (before) => t.moved(from.number, to.number, before),
        };
        return (
          <>
            <Comparison blocks={blocks} changes={changes} looks={looks} />
            {left_out > 0 && <p className="hint">{t.leftOut(left_out)}</p>}
          </>
        );
      }}
    </Loaded>
  );
}
