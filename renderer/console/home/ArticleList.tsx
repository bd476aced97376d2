import { Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { AttentionRow } from "../../../server/contracts/overview-api.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { useMay } from "../data/me.ts";
import type { AttentionItem } from "../data/queries.ts";
import { Link } from "../lib/router.tsx";
import { contentWords, reasonWords } from "../lib/words.ts";
import { moveFocus } from "../list/Rows.tsx";
import { messages } from "../messages/index.ts";
import { Block } from "../parts/basics.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { SmallButton } from "../parts/SmallButton.tsx";
import { AttentionMark } from "../parts/StateMark.tsx";

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
  const canOperate = useMay("operator");
  const help = canOperate ? helpFor(item) : null;
  return (
    <li className="home-row home-article" data-row-id={item.id}>
      <div>
        <p className="line">
          <Link
            to={`/deliveries/${item.id}`}
            className="strong plain-link"
            style={{ color: "var(--ink)" }}
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

/** Codes to fix in the project settings. */
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
