import { IconAlertTriangle, IconCheck, IconClock, IconPlayerPause } from "@tabler/icons-react";
import type { SiteState, SiteView } from "../../../server/contracts/sites-api.ts";
import { siteQuery } from "../data/queries.ts";
import { Link, pathWith } from "../lib/router.tsx";
import { BY_URGENCY, undeliveredFilter, undeliveredWords } from "../lib/words.ts";
import { messages, numberInWords } from "../messages/index.ts";
import { Block, CopyFact, EnvironmentMark, Fact, Facts, Mark, TimePhrase } from "../parts/basics.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { Problems } from "./Problems.tsx";
import { Results } from "./Results.tsx";
import { SiteActions } from "./SiteActions.tsx";

export function SitePane({ id }: { id: string }) {
  return (
    <Loaded query={siteQuery(id)}>
      {(site) => (
        <div className="detail-body">
          <Head site={site} />
          <SiteActions site={site} />
          <Queue site={site} />
          <Results site={site} />
          <Problems site={site} />
          <Incoming site={site} />
        </div>
      )}
    </Loaded>
  );
}

function Head({ site }: { site: SiteView }) {
  const t = messages.sites;
  const { held_at, held_by, failing_since } = site;
  return (
    <header className="detail-head" aria-live="polite">
      <div className="line">
        <h2>{site.host}</h2>
        <SiteMark state={site.state} />
      </div>
      <p className="hint wrap">
        <Link to={`/projects/${site.project_id}`}>{site.project}</Link>{" "}
        <EnvironmentMark environment={site.environment} />
        {held_at !== null && (
          <>
            {" · "}
            <TimePhrase text={t.held} iso={held_at} /> {held_by !== null && messages.sessions.by(held_by)}
          </>
        )}
        {failing_since !== null && (
          <>
            {" · "}
            <TimePhrase text={t.failing} iso={failing_since} />
          </>
        )}
      </p>
    </header>
  );
}

/** Undelivered articles by state, and the callback URL. */
function Queue({ site }: { site: SiteView }) {
  const t = messages.sites;
  const shown = BY_URGENCY.filter((standing) => site.undelivered[standing] > 0);
  const log = { project: site.project_id, host: site.host };
  return (
    <Facts>
      <CopyFact name={messages.common.callbackUrl} value={site.callback_url} />
      <Fact name={messages.shell.places.deliveries}>
        {shown.length === 0 ? (
          t.nothingUndelivered
        ) : (
          <span className="line">
            {shown.map((standing) => (
              <Link key={standing} to={pathWith("/deliveries", { ...log, ...undeliveredFilter(standing) })}>
                {messages.words.countedState(site.undelivered[standing], undeliveredWords(standing))}
              </Link>
            ))}
          </span>
        )}{" "}
        {site.is_settling && (
          <span className="muted" role="status">
            {t.settling}
          </span>
        )}
      </Fact>
    </Facts>
  );
}

/** Requests of the site's project that Galley refused. */
function Incoming({ site }: { site: SiteView }) {
  const t = messages.sites.incoming;
  const { wrong_signatures, refused_opens, project_id } = site;
  return (
    <Block id="incoming" title={t.title}>
      <p className="hint">{t.why(site.project)}</p>
      <Facts>
        <Fact name={messages.check.signatures.title}>
          <Count of={wrong_signatures} to={`/projects/${project_id}/signatures`} />
        </Fact>
        <Fact name={t.refusedOpens}>
          <Count of={refused_opens} to={pathWith("/requests", { project: project_id, status: "4xx", from: "30d" })} />
          {refused_opens.by_code.length > 0 && (
            <ul className="list line">
              {refused_opens.by_code.map(({ code, count }) => (
                <li key={code}>
                  <Link to={pathWith("/requests", { project: project_id, q: `code:${code}`, from: "30d" })}>
                    <code>{code}</code>
                  </Link>{" "}
                  {numberInWords(count)}
                </li>
              ))}
            </ul>
          )}
        </Fact>
      </Facts>
    </Block>
  );
}

function Count({ of: { count, last_at }, to }: { of: { count: number; last_at: string | null }; to: string }) {
  const t = messages.sites.incoming;
  if (count === 0 || last_at === null) return t.none;
  return (
    <>
      <Link to={to}>{numberInWords(count)}</Link> <TimePhrase text={t.last} iso={last_at} as="relative" />
    </>
  );
}

const MARKS = {
  ok: { Icon: IconCheck, tone: "good" },
  failing: { Icon: IconAlertTriangle, tone: "bad" },
  held: { Icon: IconPlayerPause, tone: "held" },
  idle: { Icon: IconClock, tone: "quiet" },
} as const;

export function SiteMark({ state }: { state: SiteState }) {
  return (
    <Mark {...MARKS[state]} state={state}>
      {messages.sites.states[state]}
    </Mark>
  );
}
