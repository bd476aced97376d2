import { Button, SegmentedControl } from "@mantine/core";
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
import { Confirm } from "../parts/Confirm.tsx";
import { May } from "../parts/May.tsx";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
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
  if (version.data !== undefined)
    return (
      <div className="detail-body">
        <VersionHead version={version.data} name={name} backTo={pathOf(null)} />
        {version.data.readable ? (
          <VersionView version={version.data} query={query} pathOf={pathOf} />
        ) : (
          <p className="hint">{messages.sessions.foreignNote}</p>
        )}
      </div>
    );
  if (version.error) return <ErrorNote error={version.error} retry={() => void version.refetch()} />;
  return <SkeletonRows rows={7} height={40} />;
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
        <Phrase text={version.readable ? t.saved : t.came} parts={{ time }} />
        {version.readable && <> {version.user_email === null ? t.byUnknown : t.by(version.user_email)}</>}
        {version.user_ip !== null && <> {t.from(version.user_ip)}</>} · {bytesWords(version.size)}
      </p>
      <p className="detail-sub">
        {t.versionId} <CopyLine value={version.id} what={t.versionId} />
      </p>
    </header>
  );
}

const SIDES = ["preview", "difference", "source", "files", "metadata"] as const;

function VersionView({
  version,
  query,
  pathOf,
}: { version: VersionDetail } & Pick<VersionPaneProps, "query" | "pathOf">) {
  const t = messages.sessions;
  const side = SIDES.find((one) => one === query.get("side")) ?? "preview";
  const show = (view: Record<string, string>) => navigate(pathOf(version.id, view), true);
  return (
    <>
      <div className="between session-tools">
        <SegmentedControl
          size="xs"
          className="session-sides"
          aria-label={t.sides.label}
          value={side}
          onChange={(value) => show(value === "preview" ? {} : { side: value })}
          data={SIDES.map((value) => ({
            value,
            label: value === "files" ? t.sides.files(version.media.length + 3) : t.sides[value],
          }))}
        />
        <Button
          component="a"
          href={api.archiveUrl(version.id)}
          download
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
        >
          {t.archive}
        </Button>
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
  const newest = useQuery(sessionQuery(version.session_id)).data?.versions[0]?.number;
  const [base, setBase] = useState<number>();
  if (newest === undefined || (newest === version.number && base === undefined)) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconHistory size={14} aria-hidden />}
        onClick={() => setBase(newest)}
      >
        {t.action}
      </Button>
      <Confirm
        opened={base !== undefined}
        onClose={() => setBase(undefined)}
        title={t.title(version.number)}
        action={t.action}
        destructive={false}
        onConfirm={async () => {
          const made = await api.restoreVersion(version.id, base ?? newest);
          navigate(pathOf(made.version_id));
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
  // The widest that stays readable.
  const [screen, setScreen] = useState<Screen>(() => (window.innerWidth < 600 ? "phone" : "tablet"));
  return (
    <div className="session-preview">
      <SegmentedControl
        size="xs"
        style={{ alignSelf: "flex-start" }}
        aria-label={t.screens.label}
        value={screen}
        onChange={setScreen}
        data={(Object.keys(SCREENS) as Screen[]).map((value) => ({ value, label: t.screens[value] }))}
      />
      <PreviewFrame url={url} width={SCREENS[screen]} title={t.previewOf(number)} />
    </div>
  );
}
