import { Group } from "@mantine/core";
import type { SiteInTrouble } from "../../../server/contracts/overview-api.ts";
import { said } from "../../shared/language.ts";
import { Time } from "../../shared/Time.tsx";
import { useResend } from "../data/changes.ts";
import { useMay } from "../data/me.ts";
import { Link, navigate, pathWith } from "../lib/router.tsx";
import { reasonWords } from "../lib/words.ts";
import { messages } from "../messages/index.ts";
import { Block, EnvironmentMark } from "../parts/basics.tsx";
import { SmallButton } from "../parts/SmallButton.tsx";
import { ResendAll } from "./ResendAll.tsx";

export function Sites({ sites, all }: { sites: SiteInTrouble[]; all: number }) {
  const t = messages.overview.attention;
  return (
    <Block id="sites" title={t.sites} level={2}>
      <ul className="list boxed" aria-labelledby="sites">
        {sites.map((site) => (
          <Site key={`${site.project_id} ${site.origin}`} site={site} />
        ))}
      </ul>
      {all > sites.length && <p className="hint">{t.moreSites(all - sites.length)}</p>}
    </Block>
  );
}

function Site({ site }: { site: SiteInTrouble }) {
  const t = messages.overview.attention;
  const send = useResend();
  const canOperate = useMay("operator");
  const action =
    site.resendable > 0 ? (
      <ResendAll
        count={site.resendable}
        host={site.host}
        send={() => send.mutateAsync({ site: { project: site.project_id, origin: site.origin } })}
      />
    ) : (
      <SmallButton onClick={() => navigate(checkOf(site))} aria-label={t.checkOf(site.host)}>
        {messages.common.checkReceiver}
      </SmallButton>
    );
  return (
    <li className="home-row">
      <div>
        <p className="line">
          <strong>
            {site.site_id === null ? (
              site.host
            ) : (
              <Link to={`/sites/${site.site_id}`} className="plain-link">
                {site.host}
              </Link>
            )}
          </strong>
          <EnvironmentMark environment={site.environment} />
          <Link to={`/projects/${site.project_id}`}>{site.project}</Link>
        </p>
        <p className="line muted">
          <span className={`strong text-${site.warning === null ? "refused" : "waiting"}`}>{reasonWords(site)}</span>
          <span>{messages.common.undelivered(site.waiting)}</span>
          <span>
            {site.is_failing ? t.failingSince : t.waitingSince} <Time iso={site.since} />
          </span>
        </p>
      </div>
      <Group gap="xs">{canOperate && action}</Group>
      <div className="home-below">
        {site.explanation !== "" && <p>{said(site.explanation, site.explanation_sentence)}</p>}
        <p className="line">
          <Link to={logOf(site)}>{t.inLog}</Link>
          {canOperate && site.resendable > 0 && (
            <Link to={checkOf(site)} aria-label={t.checkOf(site.host)}>
              {messages.common.checkReceiver}
            </Link>
          )}
        </p>
        {send.data && (
          <p className="text-taken" role="status">
            {messages.common.resent(send.data.sent)} {send.data.more && t.more}
          </p>
        )}
      </div>
    </li>
  );
}

function checkOf({ project_id, callback_url }: SiteInTrouble): string {
  return pathWith(`/projects/${project_id}/check`, { url: callback_url });
}

function logOf({ project_id, host, warning }: SiteInTrouble): string {
  const query = new URLSearchParams({ project: project_id, host });
  if (warning !== null) return `/deliveries?${query}&warning=archive`;
  for (const state of ["rejected", "failed", "exhausted", "retrying"]) query.append("state", state);
  return `/deliveries?${query}`;
}
