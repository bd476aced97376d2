import { IconArrowsDiff, IconDownload } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { SessionDetail, VersionRow } from "../../../server/contracts/sessions-api.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { sessionVersionsQuery } from "../data/queries.ts";
import { Link } from "../lib/router.tsx";
import { bytesWords } from "../lib/words.ts";
import { messages } from "../messages/index.ts";
import { TimePhrase } from "../parts/basics.tsx";
import { ErrorNote, MoreButton } from "../parts/Notes.tsx";
import { DeliveryMark } from "../parts/StateMark.tsx";

/** URL of a version, or of the session for null; `view` selects what is shown. */
export type PathOf = (versionId: string | null, view?: Record<string, string>) => string;

export function VersionList({ session, pathOf }: { session: SessionDetail; pathOf: PathOf }) {
  const t = messages.sessions;
  const list = useInfiniteQuery(sessionVersionsQuery(session.id));
  // The session itself includes the first page.
  const versions = list.data ?? session.versions;
  return (
    <>
      {versions.length === 0 ? (
        <p className="hint">{t.noVersions}</p>
      ) : (
        <ul className="list" aria-label={t.parts.versions}>
          {versions.map((version) => (
            <Version key={version.id} version={version} pathOf={pathOf} />
          ))}
        </ul>
      )}
      {list.error && <ErrorNote error={list.error} retry={() => void list.refetch()} />}
      <MoreButton list={list} />
      {session.drafts.length > 0 && (
        <p className="hint">
          <TimePhrase
            text={t.drafts(session.drafts.length)}
            iso={newest(session.drafts.map((draft) => draft.updated_at))}
            as="relative"
          />
        </p>
      )}
    </>
  );
}

function Version({ version, pathOf }: { version: VersionRow; pathOf: PathOf }) {
  const t = messages.sessions;
  return (
    <li className="session-version">
      <Link to={pathOf(version.id)} className="strong">
        {t.version(version.number)}
      </Link>
      <span>
        {version.delivery && (
          <Link to={`/deliveries/${version.delivery.delivery_id}`} className="plain-link" title={t.openDelivery}>
            <DeliveryMark delivery={version.delivery} />
          </Link>
        )}
      </span>
      <span className="muted wrap session-facts">
        <Time iso={version.created_at} /> · {version.readable ? (version.user_email ?? t.authorUnknown) : t.foreign} ·{" "}
        <span>
          {bytesWords(version.size)}
          {version.readable && <>, {t.files(version.files)}</>}
        </span>
      </span>
      <span>
        {version.readable && (
          <>
            <Link
              to={pathOf(version.id, { side: "difference" })}
              className="icon-link"
              aria-label={t.whatChangedIn(version.number)}
              title={messages.common.changes}
            >
              <IconArrowsDiff size={16} stroke={1.7} aria-hidden />
            </Link>
            <a
              className="icon-link"
              href={api.archiveUrl(version.id)}
              download
              aria-label={t.downloadArchiveOf(version.number)}
              title={t.downloadArchive}
            >
              <IconDownload size={16} stroke={1.7} aria-hidden />
            </a>
          </>
        )}
      </span>
    </li>
  );
}

function newest(times: string[]): string {
  return times.reduce((latest, time) => (Date.parse(time) > Date.parse(latest) ? time : latest));
}
