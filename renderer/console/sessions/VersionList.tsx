import { IconDownload } from "@tabler/icons-react";
import type { VersionRow } from "../../../server/contracts/console-api.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { Link } from "../lib/router.tsx";
import { bytesWords, counted } from "../lib/words.ts";
import { DeliveryMark } from "../parts/StateMark.tsx";

/** As many as the appliance lists of one session. */
const LISTED = 100;

export interface VersionListProps {
  versions: VersionRow[];
  pathOf: (versionId: string) => string;
}

export function VersionList({ versions, pathOf }: VersionListProps) {
  if (versions.length === 0)
    return <p className="hint">Nothing saved yet. The first version is made when the journalist presses Save.</p>;
  return (
    <>
      <ul className="session-versions">
        {versions.map((version) => (
          <li key={version.id} className="session-version">
            <Link to={pathOf(version.id)} className="session-version-name">
              Version {version.number}
            </Link>
            <span>
              {version.delivery && (
                <Link
                  to={`/deliveries/${version.delivery.delivery_id}`}
                  className="plain-link"
                  title="Open the delivery"
                >
                  <DeliveryMark delivery={version.delivery} />
                </Link>
              )}
            </span>
            <span className="session-version-facts">
              <Time iso={version.created_at} /> ·{" "}
              {version.readable ? (version.user_email ?? "author unknown") : "as another editor left it"} ·{" "}
              <span>
                {bytesWords(version.size)}
                {version.readable && <>, {counted(version.files, "file")}</>}
              </span>
            </span>
            {version.readable && (
              <a
                className="icon-link"
                href={api.archiveUrl(version.id)}
                download
                aria-label={`Download the archive of version ${version.number}`}
                title="Download the archive"
              >
                <IconDownload size={16} stroke={1.7} aria-hidden />
              </a>
            )}
          </li>
        ))}
      </ul>
      {versions.length >= LISTED && <p className="hint">The newest {LISTED} are listed.</p>}
    </>
  );
}
