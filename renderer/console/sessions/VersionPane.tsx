import { IconArrowLeft, IconDownload, IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { VersionDetail } from "../../../server/contracts/sessions-api.ts";
import { PreviewFrame, SCREENS, type Screen } from "../../shared/PreviewFrame.tsx";
import { Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { sessionQuery, versionQuery } from "../data/queries.ts";
import { Link, navigate } from "../lib/router.tsx";
import { bytesWords } from "../lib/words.ts";
import { messages } from "../messages/index.ts";
import { CopyLine, Phrase, Source } from "../parts/basics.tsx";
import { Segments } from "../parts/Choices.tsx";
import { Confirm } from "../parts/Confirm.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { May } from "../parts/May.tsx";
import { DownloadButton, SmallButton } from "../parts/SmallButton.tsx";
import { DeliveryMark } from "../parts/StateMark.tsx";
import { VersionDifference } from "./VersionDifference.tsx";
import { VersionFiles } from "./VersionFiles.tsx";
import type { PathOf } from "./VersionList.tsx";

interface VersionPaneProps {
  id: string;
  /** Null until known, or if the article has no title. */
  name: string | null;
  query: URLSearchParams;
  pathOf: PathOf;
}

export function VersionPane({ id, name, query, pathOf }: VersionPaneProps) {
  const version = useQuery(versionQuery(id));
  return (
    <Loaded query={version} rows={7} height={40}>
      {(data) => (
        <div className="detail-body">
          <VersionHead version={data} name={name} backTo={pathOf(null)} />
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

function VersionHead({ version, name, backTo }: { version: VersionDetail; name: string | null; backTo: string }) {
  const t = messages.sessions;
  const time = () => <Time iso={version.created_at} as="seconds" />;
  return (
    <header className="detail-head">
      <p className="detail-sub">
        <Link to={backTo}>
          <IconArrowLeft size={14} aria-hidden /> {name ?? version.material_id}
        </Link>
      </p>
      <div className="line">
        <h2>{t.version(version.number)}</h2>
        {version.delivery && (
          <Link to={`/deliveries/${version.delivery.delivery_id}`} className="plain-link" title={t.openDelivery}>
            <DeliveryMark delivery={version.delivery} large />
          </Link>
        )}
      </div>
      <p className="detail-sub">
        <Phrase text={version.readable ? t.saved : t.received} parts={{ time }} />
        {version.readable && <> {version.user_email === null ? t.byUnknown : t.by(version.user_email)}</>}
        {version.user_ip !== null && <> {messages.common.fromAddress(version.user_ip)}</>} · {bytesWords(version.size)}
      </p>
      <p className="detail-sub">
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
  const side = (Object.keys(t.sides) as (keyof typeof t.sides)[]).find((one) => one === query.get("side")) ?? "preview";
  const show = (view: Record<string, string>) => navigate(pathOf(version.id, view), true);
  return (
    <>
      <div className="between session-tools">
        <Segments
          className="session-sides"
          label={messages.common.version}
          words={{ ...t.sides, files: t.filesSide(version.media.length + 3) }}
          value={side}
          onChange={(value) => show(value === "preview" ? {} : { side: value })}
        />
        <DownloadButton href={api.archiveUrl(version.id)} Icon={IconDownload}>
          {t.archive}
        </DownloadButton>
        <May least="operator">
          <RestoreVersion version={version} pathOf={pathOf} />
        </May>
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
      {side === "source" && <Source text={version.html} what={t.sourceOf} />}
      {side === "files" && <VersionFiles versionId={version.id} />}
      {side === "metadata" && <Source text={version.metadata_text} what={t.metadataOf} />}
    </>
  );
}

export function RestoreVersion({ version, pathOf }: { version: VersionDetail; pathOf: PathOf }) {
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
        title={t.title(version.number)}
        action={t.action}
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
export function VersionPreview({ number, url }: { number: number; url: string }) {
  const t = messages.sessions;
  // The widest one that is readable.
  const [screen, setScreen] = useState<Screen>(() => (window.innerWidth < 600 ? "phone" : "tablet"));
  return (
    <div className="session-preview">
      <Segments
        style={{ alignSelf: "flex-start" }}
        label={t.pageWidth}
        words={t.screens}
        value={screen}
        onChange={setScreen}
      />
      <PreviewFrame url={url} width={SCREENS[screen]} title={t.previewOf(number)} />
    </div>
  );
}
