import { Button, CloseButton } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { localTime } from "../../shared/Time.tsx";
import { siteLine } from "../history/site-line.ts";
import { messages } from "../messages/index.ts";
import { useStore, useStorePart } from "../ui/lib/store.ts";
import { useAction } from "../ui/use-work.tsx";
import type { OpenSession } from "./open-session.ts";

const time = (iso: string): string => localTime(iso, Date.now());

interface NoticesProps {
  articleSession: OpenSession;
  reasonShown: boolean;
  onClose: () => void;
}

/** Notices and decisions over the foot of the page; short messages (`children`) are above them. */
export function Notices({ articleSession, reasonShown, onClose, children }: NoticesProps & { children: ReactNode }) {
  const reading = useStorePart(articleSession.presence.state, ({ mode }) => mode === "reading");
  return (
    <section className="notices stack" aria-label={messages.notices.label}>
      {children}
      <div className="notices-list stack" aria-live="polite">
        <ConnectionNotice articleSession={articleSession} />
        {!reading && <OfferNotice articleSession={articleSession} />}
        <RestoredNotice articleSession={articleSession} />
        <ReplacedNotice articleSession={articleSession} />
        <SiteNotice articleSession={articleSession} reasonShown={reasonShown} onClose={onClose} />
        <DraftNotice articleSession={articleSession} />
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
      {actions !== undefined && <div className="notice-actions">{actions}</div>}
      {onClose !== undefined && <CloseButton size="sm" aria-label={messages.common.close} onClick={onClose} />}
    </div>
  );
}

function ConnectionNotice({ articleSession: { connection } }: { articleSession: OpenSession }) {
  const fencedBy = useStore(connection.fencedBy);
  const isEnded = useStore(connection.state) === "login_ended";
  const t = messages.notices;
  if (fencedBy === null && !isEnded) return null;
  return (
    <Notice tone="waiting" title={fencedBy === null ? t.loginEndedTitle : t.fencedTitle}>
      <p>{fencedBy === null ? t.loginEnded : t.fenced(fencedBy)}</p>
    </Notice>
  );
}

function OfferNotice({ articleSession }: { articleSession: OpenSession }) {
  const [offer] = useStore(articleSession.offers);
  const current = useStore(articleSession.versions.list)[0];
  const action = useAction();
  if (offer === undefined) return null;
  const older = current !== undefined && (offer.base_version ?? 0) < current.number;
  return (
    <Notice
      tone="plain"
      actions={
        <>
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            onClick={() => action.run(() => articleSession.discardChanges(offer))}
          >
            {offer.here ? messages.notices.discard : messages.notices.dismiss}
          </Button>
          <Button size="xs" variant="subtle" onClick={() => articleSession.compared.set(offer)}>
            {messages.common.compare}
          </Button>
          <Button size="xs" variant="light" onClick={() => action.run(() => articleSession.restoreChanges(offer))}>
            {messages.notices.restore(offer.here)}
          </Button>
        </>
      }
    >
      <p>
        {messages.notices.offer(time(offer.updated_at), offer.here, offer.author ?? null)}{" "}
        {older && messages.notices.offerOlder(current.number)} {action.problem}
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
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          loading={action.busy}
          onClick={() => action.run(articleSession.showCurrent)}
        >
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

function ReplacedNotice({ articleSession }: { articleSession: OpenSession }) {
  const by = useStore(articleSession.replacedBy);
  const kept = useStore(articleSession.kept);
  const t = messages.notices;
  return (
    <>
      {by !== null && (
        <Notice tone="waiting" onClose={() => articleSession.replacedBy.set(null)}>
          <p>{t.replaced(by)}</p>
        </Notice>
      )}
      {kept !== null && (
        <Notice tone="waiting" onClose={() => articleSession.kept.set(null)}>
          <p>{kept === "deleted" ? t.keptDeleted : t.keptDiverged}</p>
        </Notice>
      )}
    </>
  );
}

/** Explains a delivery in more words than the status line has space for. */
function SiteNotice({ articleSession, reasonShown, onClose }: NoticesProps) {
  const base = useStore(articleSession.base);
  const version = useStore(articleSession.versions.list).find((each) => each.number === base) ?? null;
  const [closed, setClosed] = useState<string | null>(null);
  const action = useAction();
  const line = version === null ? null : siteLine(version, articleSession.session.site);
  if (version === null || line === null) return null;
  const explanation = `${version.number} ${line.text} ${line.explanation}`;
  // A failure shows immediately, a retry only on request.
  const shown = reasonShown ? line.explanation !== "" : line.tone === "bad" && closed !== explanation;
  if (!shown) return null;
  const close = () => {
    setClosed(explanation);
    onClose();
  };
  return (
    <Notice
      tone={line.tone === "bad" ? "bad" : "waiting"}
      title={line.text}
      onClose={close}
      actions={
        line.tone === "good" ? undefined : (
          <>
            <Button
              component="a"
              size="xs"
              variant="subtle"
              href={articleSession.api.archiveUrl(version.number)}
              download
            >
              {messages.common.downloadArchive}
            </Button>
            <Button size="xs" variant="light" onClick={() => action.run(() => articleSession.resend(version.number))}>
              {messages.story.retry}
            </Button>
          </>
        )
      }
    >
      {/* The title quotes the site's message. */}
      {version.delivery?.state === "rejected" ? (
        <p>{messages.story.afterRefusal}</p>
      ) : (
        line.explanation !== "" && <p>{line.explanation}</p>
      )}
      {line.tone !== "good" && <p>{messages.story.kept(version.number)}</p>}
      {action.problem !== null && <p role="alert">{action.problem}</p>}
    </Notice>
  );
}

/** Galley rejected the draft, so only this computer has it. */
function DraftNotice({ articleSession }: { articleSession: OpenSession }) {
  const refusal = useStorePart(articleSession.drafts.state, (drafts) => drafts.refusal);
  return refusal === null ? null : <Notice tone="bad">{messages.notices.draftRefused(refusal)}</Notice>;
}
