import { IconSend } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { Overview, Resent, SiteWithProblems } from "../../../server/contracts/overview-api.ts";
import { localized } from "../../shared/language.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { useResend } from "../data/changes.ts";
import { useHasRole } from "../data/me.ts";
import type { AttentionItem } from "../data/queries.ts";
import { Link, pathWith } from "../lib/router.tsx";
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
import { ConfirmButton, rowWords } from "../parts/Confirm.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { RequireRole } from "../parts/RequireRole.tsx";
import { AttentionMark } from "../parts/StateMark.tsx";

const TONES: Record<(typeof BY_URGENCY)[number], string> = {
  rejected: "bad",
  failed: "bad",
  exhausted: "bad",
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
        <p className="notice" data-tone="bad" role="alert">
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
              className={`state-mark plain-link state-${deliveries[state] === 0 ? "quiet" : TONES[state]}`}
              style={{ minHeight: "2rem", alignItems: "center" }}
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
  const { project_id, origin, host, callback_url } = site;
  return (
    <li className="home-row">
      <div>
        <p className="line">
          <strong>
            {site.site_id === null ? (
              host
            ) : (
              <Link to={`/sites/${site.site_id}`} className="plain-link">
                {host}
              </Link>
            )}
          </strong>
          <EnvironmentMark environment={site.environment} />
          <Link to={`/projects/${project_id}`}>{site.project}</Link>
        </p>
        <p className="line muted">
          <span className={`strong text-${site.warning === null ? "bad" : "waiting"}`}>{reasonWords(site)}</span>
          <span>{messages.common.undelivered(site.waiting)}</span>
          <span>
            {site.is_failing ? t.failingSince : t.waitingSince} <Time iso={site.since} />
          </span>
        </p>
        {site.explanation !== "" && <p>{localized(site.explanation, site.explanation_sentence)}</p>}
        <p className="line">
          <Link to={logOf(site)}>{t.inLog}</Link>
          {canOperate && (
            <Link to={pathWith(`/projects/${project_id}/check`, { url: callback_url })}>
              {rowWords(messages.common.checkReceiver, host)}
            </Link>
          )}
        </p>
        <Sent result={send.data} />
      </div>
      {canOperate && site.resendable > 0 && (
        <ResendAll
          count={site.resendable}
          host={host}
          send={() => send.mutateAsync({ site: { project: project_id, origin } })}
        />
      )}
    </li>
  );
}

function logOf({ project_id, host, warning }: SiteWithProblems): string {
  const state = ["rejected", "failed", "exhausted", "retrying"].join(",");
  const query = { project: project_id, host };
  return pathWith("/deliveries", warning === null ? { ...query, state } : { ...query, warning: "archive" });
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
          {help && <Link to={help.to}>{rowWords(help.label, title)}</Link>}
        </p>
        {send.error && <ErrorNote error={send.error} />}
      </div>
      <span className="muted">
        <Time iso={item.since} />
      </span>
      {canOperate && item.state !== "held" && (
        <SmallButton loading={send.isPending} disabled={item.state === "sending"} onClick={() => send.mutate()}>
          {rowWords(messages.common.resend, title)}
        </SmallButton>
      )}
    </li>
  );
}

const PROJECT_SETTINGS = new Set(["host_not_allowed", "redirect_refused", "font_url_not_allowed", "tls_untrusted"]);
/** Codes that only a resend can fix. */
const RESEND_ONLY = new Set([null, "rejected_by_site", "interrupted"]);

/** The page to fix the failure; null if only a resend helps. */
function helpFor({ state, code, project_id }: AttentionItem): { label: string; to: string } | null {
  const t = messages.overview.attention;
  const project = `/projects/${project_id}`;
  if (state === "held") return { label: t.openSettings, to: "/settings/deliveries" };
  if (code !== null && PROJECT_SETTINGS.has(code)) return { label: t.openProject, to: project };
  if (state !== "delivered" && RESEND_ONLY.has(code)) return null;
  return { label: messages.common.checkReceiver, to: `${project}/check` };
}

function Sent({ result }: { result: Resent | undefined }) {
  return (
    result && (
      <p className="text-good" role="status">
        {messages.common.resent(result.sent)} {result.more && messages.deliveries.moreLeft}
      </p>
    )
  );
}

interface ResendAllProps {
  count: number;
  send: () => Promise<unknown>;
  host?: string;
}

function ResendAll({ count, send, host }: ResendAllProps) {
  return (
    <ConfirmButton
      button={{ size: "xs", leftSection: <IconSend size={14} aria-hidden />, variant: host ? "filled" : "default" }}
      action={messages.deliveries.resendAll(numberInWords(count))}
      {...(host !== undefined && { of: host })}
      destructive={false}
      onConfirm={send}
    >
      <p>{messages.overview.attention.resendAllText}</p>
    </ConfirmButton>
  );
}
