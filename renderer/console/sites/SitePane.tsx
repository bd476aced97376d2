import { useQuery } from "@tanstack/react-query";
import type { SiteView } from "../../../server/contracts/sites-api.ts";
import { Time } from "../../shared/Time.tsx";
import { siteQuery } from "../data/sites.ts";
import { Link, pathWith } from "../lib/router.tsx";
import { BY_URGENCY } from "../lib/words.ts";
import { messages } from "../messages/index.ts";
import { CopyLine, EnvironmentMark, Fact, Facts, Phrase } from "../parts/basics.tsx";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { Incoming } from "./Incoming.tsx";
import { Problems } from "./Problems.tsx";
import { Results } from "./Results.tsx";
import { SiteActions } from "./SiteActions.tsx";
import { SiteMark } from "./SiteCells.tsx";

interface SitePaneProps {
  id: string;
  span: string | null;
  onSpan: (span: string) => void;
}

export function SitePane({ id, span, onSpan }: SitePaneProps) {
  const site = useQuery(siteQuery(id));
  if (site.data === undefined)
    return site.error === null ? (
      <SkeletonRows rows={8} height={40} />
    ) : (
      <ErrorNote error={site.error} retry={() => void site.refetch()} />
    );
  return (
    <div className="detail-body">
      <Head site={site.data} />
      {site.error && <ErrorNote error={site.error} retry={() => void site.refetch()} />}
      <SiteActions site={site.data} />
      <Queue site={site.data} />
      <Results site={site.data} span={span} onSpan={onSpan} />
      <Problems site={site.data} />
      <Incoming site={site.data} />
    </div>
  );
}

function Head({ site }: { site: SiteView }) {
  const t = messages.sites;
  const { held_at, held_by, failing_since } = site;
  return (
    <header className="detail-head" aria-live="polite">
      <div className="line">
        <h2>{site.host}</h2>
        <SiteMark state={site.state} large />
      </div>
      <p className="detail-sub">
        <Link to={`/projects/${site.project_id}`}>{site.project}</Link>{" "}
        <EnvironmentMark environment={site.environment} />
        {held_at !== null && (
          <>
            {" · "}
            <Phrase
              text={held_by === null ? t.held : t.heldBy(held_by)}
              parts={{ time: () => <Time iso={held_at} /> }}
            />
          </>
        )}
        {failing_since !== null && (
          <>
            {" · "}
            <Phrase text={t.failing} parts={{ time: () => <Time iso={failing_since} /> }} />
          </>
        )}
      </p>
    </header>
  );
}

/** What the site does not have, by state, and where it goes. */
function Queue({ site }: { site: SiteView }) {
  const t = messages.sites;
  const { standings, attention } = messages.words;
  const shown = BY_URGENCY.filter((standing) => site.undelivered[standing] > 0);
  const log = { project: site.project_id, host: site.host };
  return (
    <Facts>
      <Fact name={t.callbackUrl}>
        <CopyLine value={site.callback_url} what={t.callbackUrl} />
      </Fact>
      <Fact name={t.undelivered}>
        {shown.length === 0 ? (
          t.nothingUndelivered
        ) : (
          <span className="line">
            {shown.map((standing) => (
              <Link
                key={standing}
                to={pathWith(
                  "/deliveries",
                  standing === "not_downloaded" ? { ...log, warning: "archive" } : { ...log, state: standing },
                )}
              >
                {messages.words.countedState(
                  site.undelivered[standing],
                  standing === "not_downloaded" ? attention.delivered : standings[standing],
                )}
              </Link>
            ))}
          </span>
        )}{" "}
        {site.is_settling && (
          <span className="muted" role="status">
            {site.held_at === null ? t.releasing : t.holding}
          </span>
        )}
      </Fact>
    </Facts>
  );
}
