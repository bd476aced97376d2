import { Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { DELIVERY_WARNINGS, type DeliveryWarning } from "../../../server/contracts/delivery-states.ts";
import type { ProblemPatch, SiteProblem, SiteView } from "../../../server/contracts/sites-api.ts";
import { localized } from "../../shared/language.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { useSiteChange } from "../data/changes.ts";
import { useHasRole } from "../data/me.ts";
import { assigneesQuery } from "../data/queries.ts";
import { Link, pathWith } from "../lib/router.tsx";
import { reasonWords } from "../lib/words.ts";
import { capitalize } from "../messages/en/words.ts";
import { messages } from "../messages/index.ts";
import { Block, Phrase, SmallButton, TimePhrase } from "../parts/basics.tsx";
import { FilterChoice } from "../parts/Choices.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { MuteMenu } from "./SiteActions.tsx";

export function Problems({ site }: { site: SiteView }) {
  const t = messages.sites.problems;
  const resolved = site.problems.filter(({ state }) => state === "resolved");
  const current = site.problems.filter(({ state }) => state !== "resolved");
  return (
    <Block id="problems" title={t.title}>
      {current.length === 0 && <p className="hint">{t.none}</p>}
      <ProblemList site={site} problems={current} label={t.title} />
      {resolved.length > 0 && (
        <details className="unfold">
          <summary>{t.resolved(resolved.length)}</summary>
          <ProblemList site={site} problems={resolved} label={t.resolved(resolved.length)} />
        </details>
      )}
    </Block>
  );
}

function ProblemList({ site, problems, label }: { site: SiteView; problems: SiteProblem[]; label: string }) {
  if (problems.length === 0) return null;
  return (
    <ul className="list boxed" aria-label={label}>
      {problems.map((problem) => (
        <Problem key={problem.id} site={site} problem={problem} />
      ))}
    </ul>
  );
}

function Problem({ site, problem }: { site: SiteView; problem: SiteProblem }) {
  const t = messages.sites.problems;
  const { example } = problem;
  const log = { project: site.project_id, host: site.host };
  const tone = problem.state === "open" ? (problem.warning ? "waiting" : "bad") : "quiet";
  return (
    <li className="site-problem">
      <p className="line">
        <strong className={`state-mark state-${tone}`}>{codeWords(problem)}</strong>
        <span>{messages.common.attempts(problem.count)}</span>
        {problem.undelivered > 0 && (
          <span className="text-bad">{messages.common.undelivered(problem.undelivered)}</span>
        )}
        <span className="muted">
          <Phrase
            text={t.seen}
            parts={{ first: () => <Time iso={problem.first_at} />, last: () => <Time iso={problem.last_at} /> }}
          />
        </span>
        {problem.resolved_at !== null && (
          <span className="muted">
            <TimePhrase text={t.resolvedAt} iso={problem.resolved_at} />{" "}
            {problem.resolved_by !== null && messages.sessions.by(problem.resolved_by)}
          </span>
        )}
      </p>
      {problem.explanation !== "" && <p>{localized(problem.explanation, problem.explanation_sentence)}</p>}
      <p className="line">
        {example !== null && (
          <span>
            {t.example} <Link to={`/deliveries/${example.delivery_id}`}>{example.title ?? example.material_id}</Link>
          </span>
        )}
        <Link
          to={pathWith(
            "/deliveries",
            problem.warning ? { ...log, warning: problem.code } : { ...log, code: problem.code },
          )}
        >
          {messages.overview.attention.inLog}
        </Link>
      </p>
      <ProblemActions site={site} problem={problem} />
    </li>
  );
}

/** Assigns, mutes and resolves; viewers see the assignee. */
function ProblemActions({ site, problem }: { site: SiteView; problem: SiteProblem }) {
  const t = messages.sites.problems;
  const may = useHasRole("operator");
  const people = useQuery({ ...assigneesQuery, enabled: may }).data?.items ?? [];
  const change = useSiteChange(site.id, (patch: ProblemPatch) => api.changeProblem(problem.id, patch));
  const assigned = problem.assigned_to;
  if (!may) return assigned === null ? null : <p className="muted">{t.assignedTo(assigned.name)}</p>;
  const choices = assigned === null ? people : [...people, assigned];
  return (
    <>
      <Group gap="sm" mt="xs">
        <FilterChoice<string>
          label={t.assign(codeWords(problem))}
          words={{ "": t.unassigned, ...Object.fromEntries(choices.map(({ id, name }) => [id, name])) }}
          value={assigned?.id ?? ""}
          onChange={(id) => change.mutate({ assigned_to: id || null })}
          disabled={change.isPending}
        />
        {problem.state !== "resolved" && (
          <>
            <MuteMenu
              label={t.mute}
              until={problem.muted_until}
              busy={change.isPending}
              onMute={(muted_until) => change.mutate({ muted_until })}
            />
            <SmallButton loading={change.isPending} onClick={() => change.mutate({ resolved: true })}>
              {t.resolve}
            </SmallButton>
          </>
        )}
      </Group>
      {change.error && <ErrorNote error={change.error} />}
    </>
  );
}

/** "Certificate expired": without the status, which may differ between attempts. */
function codeWords({ code }: SiteProblem): string {
  const warning = DELIVERY_WARNINGS.find((one): one is DeliveryWarning => one === code);
  if (warning !== undefined) return messages.words.warnings[warning];
  if (code === "http_status") return messages.sites.problems.httpStatus;
  return capitalize(reasonWords({ code, last_status: null }));
}
