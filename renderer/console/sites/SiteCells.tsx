import { VisuallyHidden } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconClock, IconPlayerPause } from "@tabler/icons-react";
import type { SiteRow, SiteState } from "../../../server/contracts/sites-api.ts";
import { Time } from "../../shared/Time.tsx";
import { messages } from "../messages/index.ts";
import { EnvironmentMark, Mark, TimePhrase } from "../parts/basics.tsx";

const MARKS = {
  ok: { Icon: IconCheck, tone: "taken" },
  failing: { Icon: IconAlertTriangle, tone: "refused" },
  held: { Icon: IconPlayerPause, tone: "held" },
  idle: { Icon: IconClock, tone: "quiet" },
} as const;

export function SiteMark({ state, large = false }: { state: SiteState; large?: boolean }) {
  return (
    <Mark {...MARKS[state]} state={state} large={large}>
      {messages.sites.states[state]}
    </Mark>
  );
}

/** Start of the state of the site; null if unknown. */
export function sinceOf({ state, held_at, failing_since }: SiteRow): string | null {
  if (state === "held") return held_at;
  return state === "failing" ? failing_since : null;
}

export function SiteCells({ site }: { site: SiteRow }) {
  const t = messages.sites;
  const since = sinceOf(site);
  return (
    <span className="cells site-cells" data-behind={site.undelivered > 0}>
      <span className="cell-named strong">
        <span className="cut" title={site.origin}>
          {site.host}
        </span>
      </span>
      <span className="cell-state">
        <SiteMark state={site.state} />
      </span>
      <span className="muted site-since">{since !== null && <TimePhrase text={t.since} iso={since} />}</span>
      <span className="muted site-project">
        <span className="cut">{site.project}</span> <EnvironmentMark environment={site.environment} />
      </span>
      <span className="site-undelivered text-refused">
        {site.undelivered > 0 && messages.common.undelivered(site.undelivered)}
      </span>
      <span className="muted cell-time site-time" title={t.delivered}>
        <VisuallyHidden>{t.delivered} </VisuallyHidden>
        {site.last_delivered_at === null ? messages.common.never : <Time iso={site.last_delivered_at} as="relative" />}
      </span>
    </span>
  );
}
