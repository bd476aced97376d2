import { Group } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { AttentionRow, Overview, Resent, SiteWithProblems } from "../../../server/contracts/overview-api.ts";
import { localized } from "../../shared/language.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { useResend } from "../data/changes.ts";
import { useHasRole } from "../data/me.ts";
import type { AttentionItem } from "../data/queries.ts";
import { Link, navigate, pathWith } from "../lib/router.tsx";
import {
  attentionSentence,
  BY_URGENCY,
  contentWords,
  diskSentence,
  reasonWords,
  undeliveredFilter,
  undeliveredWords,
} from "../lib/words.ts";
import { moveFocus } from "../list/ListPane.tsx";
import { messages, numberInWords } from "../messages/index.ts";
import { Block, EnvironmentMark, SmallButton } from "../parts/basics.tsx";
import { ConfirmButton } from "../parts/Confirm.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { RequireRole } from "../parts/RequireRole.tsx";
import { AttentionMark } from "../parts/StateMark.tsx";

const TONES: Record<(typeof BY_URGENCY)[number], string> = {
  rejected: "refused",
  failed: "refused",
  exhausted: "refused",
  not_downloaded: "waiting",
  retrying: "waiting",
  held: "held",
  queued: "quiet",
  sending: "quiet",
};

export function NeedsAttention({ totals }: { totals: Pick<Overview, "attention_count" | "deliveries" | "storage"> }) {
  const t = messages.overview.attention;
  const { deliveries, attention_count } = totals;
  const send = useResend();
  const { rejected, failed, exhausted, retrying, not_downloaded } = deliveries;
  const canBeSent = rejected + failed + exhausted + retrying + not_downloaded;
  const isWell = attention_count.articles + attention_count.fonts === 0;
  const noSpace = diskSentence(totals.storage.free_bytes);
  return (
    <Block id="attention" title={t.title} level={2}>
      {noSpace !== null && (
        <p className="notice" data-tone="refused" role="alert">
          {noSpace}
        </p>
      )}
      <div className="between">
        <p className={isWell ? "hint" : "strong"} role="status">
          {attentionSentence(totals)}
        </p>
        {canBeSent > 0 && (
          <RequireRole atLeast="operator">
            <ResendAll count={canBeSent} send={() => send.mutateAsync({})} />
          </RequireRole>
        )}
      </div>
      <Sent result={send.data} />
      <ul className="list line" style={{ gap: "var(--gap-xs)", marginTop: "var(--gap-md)" }} aria-label={t.counts}>
        {BY_URGENCY.map((state) => (
          <li key={state}>
            <Link
              to={pathWith("/deliveries", undeliveredFilter(state))}
              className={`home-count ${deliveries[state] === 0 ? "muted" : `state-${TONES[state]}`}`}
            >
              <strong>{numberInWords(deliveries[state])}</strong> {undeliveredWords(state)}
            </Link>
          </li>
        ))}
      </ul>
    </Block>
  );
}

export function Sites({ sites, all }: { sites: SiteWithProblems[]; all: number }) {
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

function Site({ site }: { site: SiteWithProblems }) {
  const t = messages.overview.attention;
  const send = useResend();
  const canOperate = useHasRole("operator");
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
      <div style={{ gridColumn: "1 / -1", fontSize: "var(--text-sm)" }}>
        {site.explanation !== "" && <p>{localized(site.explanation, site.explanation_sentence)}</p>}
        <p className="line">
          <Link to={logOf(site)}>{t.inLog}</Link>
          {canOperate && site.resendable > 0 && (
            <Link to={checkOf(site)} aria-label={t.checkOf(site.host)}>
              {messages.common.checkReceiver}
            </Link>
          )}
        </p>
        <Sent result={send.data} />
      </div>
    </li>
  );
}

function checkOf({ project_id, callback_url }: SiteWithProblems): string {
  return pathWith(`/projects/${project_id}/check`, { url: callback_url });
}

function logOf({ project_id, host, warning }: SiteWithProblems): string {
  const query = new URLSearchParams({ project: project_id, host });
  if (warning !== null) return `/deliveries?${query}&warning=archive`;
  for (const state of ["rejected", "failed", "exhausted", "retrying"]) query.append("state", state);
  return `/deliveries?${query}`;
}

interface ArticleListProps {
  items: AttentionItem[];
  all: number;
  more: (() => void) | null;
  loading: boolean;
}

export function ArticleList({ items, all, more, loading }: ArticleListProps) {
  const t = messages.overview.attention;
  return (
    <Block id="articles" title={t.articles} level={2}>
      <ul className="list boxed" aria-label={t.articles} onKeyDown={moveFocus}>
        {items.map((item) => (
          <Article key={item.id} item={item} />
        ))}
      </ul>
      {more !== null && (
        <SmallButton onClick={more} loading={loading}>
          {t.showMore(items.length, all)}
        </SmallButton>
      )}
    </Block>
  );
}

function Article({ item }: { item: AttentionItem }) {
  const t = messages.overview.attention;
  const send = useMutation({ mutationFn: () => api.retryDelivery(item.id) });
  const title = item.title ?? item.material_id;
  const canOperate = useHasRole("operator");
  const help = canOperate ? helpFor(item) : null;
  return (
    <li className="home-row home-article" data-row-id={item.id}>
      <div>
        <p className="line">
          <Link
            to={`/deliveries/${item.id}`}
            className="strong plain-link"
            style={{ color: "var(--foreground)" }}
            title={item.material_id}
          >
            {title}
          </Link>
          <AttentionMark state={item.state} warning={item.warning} />
        </p>
        <p className="line muted">
          <span>{`${item.project} → ${item.callback_host}`}</span>
          <span>{contentWords(item)}</span>
          <span>
            {item.code === "rejected_by_site" && item.site_message
              ? t.quoted(item.site_message)
              : reasonWords({ ...item, warning: null })}
          </span>
          {item.attempts > 1 && <span>{messages.common.attempts(item.attempts)}</span>}
          {item.next_attempt_at !== null && (
            <span>
              {t.next} <Time iso={item.next_attempt_at} />
            </span>
          )}
          {help !== null && (
            <Link to={help.to} aria-label={`${help.label}: ${title}`}>
              {help.label}
            </Link>
          )}
        </p>
        {send.error && <ErrorNote error={send.error} />}
      </div>
      <span className="muted">
        <Time iso={item.since} />
      </span>
      <Group gap="xs">
        {canOperate && item.state !== "held" && (
          <SmallButton
            loading={send.isPending}
            disabled={item.state === "sending"}
            onClick={() => send.mutate()}
            aria-label={t.resendOf(title)}
          >
            {messages.common.resend}
          </SmallButton>
        )}
      </Group>
    </li>
  );
}

const PROJECT_SETTINGS = new Set(["host_not_allowed", "redirect_refused", "font_url_not_allowed", "tls_untrusted"]);
/** Codes that only a resend can fix. */
const RESEND_ONLY = new Set(["rejected_by_site", "interrupted"]);

/** The page to fix the failure; null if only a resend helps. */
function helpFor({
  state,
  code,
  project_id,
}: Pick<AttentionRow, "state" | "code" | "project_id">): { label: string; to: string } | null {
  const t = messages.overview.attention;
  if (state === "held") return { label: t.openSettings, to: "/settings/deliveries" };
  if (state === "delivered") return { label: messages.common.checkReceiver, to: `/projects/${project_id}/check` };
  if (code === null || RESEND_ONLY.has(code)) return null;
  if (PROJECT_SETTINGS.has(code)) return { label: t.openProject, to: `/projects/${project_id}` };
  return { label: messages.common.checkReceiver, to: `/projects/${project_id}/check` };
}

function Sent({ result }: { result: Resent | undefined }) {
  return (
    result && (
      <p className="text-taken" role="status">
        {messages.common.resent(result.sent)} {result.more && messages.overview.attention.more}
      </p>
    )
  );
}

interface ResendAllProps {
  count: number;
  send: () => Promise<unknown>;
  host?: string | null;
}

function ResendAll({ count, send, host = null }: ResendAllProps) {
  const texts = messages.overview.attention;
  const action = messages.deliveries.resendAll(numberInWords(count));
  return (
    <ConfirmButton
      button={{
        size: "xs",
        variant: host === null ? "default" : "filled",
        leftSection: <IconSend size={14} aria-hidden />,
        "aria-label": host === null ? action : texts.resendAllTo(numberInWords(count), host),
        children: action,
      }}
      action={action}
      destructive={false}
      onConfirm={send}
    >
      <p>{host === null ? texts.resendAllText : texts.resendAllToText(host)}</p>
    </ConfirmButton>
  );
}
