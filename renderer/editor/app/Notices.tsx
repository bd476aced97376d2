import { Button, CloseButton, Group } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { localTime } from "../../shared/Time.tsx";
import { siteLine } from "../history/site-line.ts";
import { messages } from "../messages/index.ts";
import { useStore, useStorePart } from "../ui/lib/store.ts";
import { useAction } from "../ui/use-work.tsx";
import type { OpenSession } from "./open-session.ts";

interface NoticesProps {
  articleSession: OpenSession;
  reasonShown: boolean;
  onClose: () => void;
}

/** Notices and decisions over the foot of the page; short messages (`children`) are above them. */
export function Notices({ articleSession, reasonShown, onClose, children }: NoticesProps & { children: ReactNode }) {
  const { connection, replacedBy, kept: keptBecause } = articleSession;
  const reading = useStorePart(articleSession.presence.state, ({ mode }) => mode === "reading");
  const fencedBy = useStore(connection.fencedBy);
  const isEnded = useStore(connection.state) === "login_ended";
  const by = useStore(replacedBy);
  const kept = useStore(keptBecause);
  // Galley rejected the draft, so only this computer has it.
  const refusal = useStorePart(articleSession.drafts.state, (drafts) => drafts.refusal);
  const t = messages.notices;
  return (
    <section className="notices stack" aria-label={t.label}>
      {children}
      <div className="notices-list stack" aria-live="polite">
        {(fencedBy !== null || isEnded) && (
          <Notice tone="waiting" title={fencedBy === null ? messages.loginEnded : t.fencedTitle}>
            <p>{fencedBy === null ? t.loginEnded : t.fenced(fencedBy)}</p>
          </Notice>
        )}
        {!reading && <OfferNotice articleSession={articleSession} />}
        <RestoredNotice articleSession={articleSession} />
        {by !== null && (
          <Notice tone="waiting" onClose={() => replacedBy.set(null)}>
            <p>{t.replaced(by)}</p>
          </Notice>
        )}
        {kept !== null && (
          <Notice tone="waiting" onClose={() => keptBecause.set(null)}>
            <p>{t.kept[kept]}</p>
          </Notice>
        )}
        <SiteNotice articleSession={articleSession} reasonShown={reasonShown} onClose={onClose} />
        {refusal !== null && <Notice tone="bad">{t.draftRefused(refusal)}</Notice>}
      </div>
    </section>
  );
}

interface NoticeProps {
  tone: "plain" | "waiting" | "bad";
  title?: string;
  children: ReactNode;
  actions?: ReactNode;
  onClose?: () => void;
}

function Notice({ tone, title, children, actions, onClose }: NoticeProps) {
  return (
    <div className="notice raised" data-tone={tone}>
      <div className="notice-words">
        {title !== undefined && <strong>{title}</strong>}
        {children}
      </div>
      {actions !== undefined && (
        <Group gap="xs" wrap="nowrap" flex="none">
          {actions}
        </Group>
      )}
      {onClose !== undefined && <CloseButton size="sm" aria-label={messages.common.close} onClick={onClose} />}
    </div>
  );
}

const time = (iso: string): string => localTime(iso, Date.now());
const SUBTLE = { size: "xs", variant: "subtle" } as const;
const QUIET = { ...SUBTLE, color: "gray" } as const;

function OfferNotice({ articleSession }: { articleSession: OpenSession }) {
  const [offer] = useStore(articleSession.offers);
  const current = useStore(articleSession.versions.list)[0];
  const action = useAction();
  const t = messages.notices;
  if (offer === undefined) return null;
  const older = current !== undefined && (offer.base_version ?? 0) < current.number;
  return (
    <Notice
      tone="plain"
      actions={
        <>
          <Button {...QUIET} onClick={() => action.run(() => articleSession.discardChanges(offer))}>
            {offer.here ? messages.common.discard : messages.common.dismiss}
          </Button>
          <Button {...SUBTLE} onClick={() => articleSession.compared.set(offer)}>
            {messages.common.compare}
          </Button>
          <Button size="xs" variant="light" onClick={() => action.run(() => articleSession.restoreChanges(offer))}>
            {offer.here ? t.restoreMine : messages.common.restore}
          </Button>
        </>
      }
    >
      <p>
        {t.offer(time(offer.updated_at), offer.here, offer.author || null)} {older && t.offerOlder(current.number)}{" "}
        {action.problem}
      </p>
    </Notice>
  );
}

function RestoredNotice({ articleSession }: { articleSession: OpenSession }) {
  const since = useStore(articleSession.restoredFrom);
  const action = useAction();
  if (since === null) return null;
  return (
    <Notice
      tone="plain"
      onClose={() => articleSession.restoredFrom.set(null)}
      actions={
        <Button {...QUIET} loading={action.busy} onClick={() => action.run(articleSession.showCurrent)}>
          {messages.common.discard}
        </Button>
      }
    >
      <p>
        {messages.notices.restored(time(since))} {action.problem}
      </p>
    </Notice>
  );
}

/** Explains a delivery in more words than the status line has space for. */
function SiteNotice({ articleSession, reasonShown, onClose }: NoticesProps) {
  const base = useStore(articleSession.base);
  const version = useStore(articleSession.versions.list).find((each) => each.number === base);
  const [closed, setClosed] = useState<string | null>(null);
  const action = useAction();
  const t = messages.deliveryTimeline;
  const line = version && siteLine(version, articleSession.session.site);
  if (!version || !line) return null;
  const explanation = `${version.number} ${line.text} ${line.explanation}`;
  // A failure shows immediately, a retry only on request.
  const shown = reasonShown ? line.explanation !== "" : line.tone === "bad" && closed !== explanation;
  if (!shown) return null;
  return (
    <Notice
      tone={line.tone === "bad" ? "bad" : "waiting"}
      title={line.text}
      onClose={() => {
        setClosed(explanation);
        onClose();
      }}
      actions={
        line.tone === "good" ? undefined : (
          <>
            <Button {...SUBTLE} component="a" href={articleSession.api.archiveUrl(version.number)} download>
              {messages.common.downloadArchive}
            </Button>
            <Button size="xs" variant="light" onClick={() => action.run(() => articleSession.resend(version.number))}>
              {t.retry}
            </Button>
          </>
        )
      }
    >
      {/* The title quotes the site's message. */}
      {version.delivery?.state === "rejected" ? (
        <p>{t.afterRefusal}</p>
      ) : (
        line.explanation !== "" && <p>{line.explanation}</p>
      )}
      {line.tone !== "good" && <p>{t.kept(version.number)}</p>}
      {action.problem !== null && <p role="alert">{action.problem}</p>}
    </Notice>
  );
}
