import { useQuery } from "@tanstack/react-query";
import type { RecipientsView, SnapshotView } from "../../../server/contracts/fonts-api.ts";
import { api } from "../data/api.ts";
import { useRefresh } from "../data/changes.ts";
import { fontComparisonQuery, fontRecipientsQuery, keys } from "../data/queries.ts";
import { messages } from "../messages/index.ts";
import { TimePhrase } from "../parts/basics.tsx";
import { Confirm } from "../parts/Confirm.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { Comparison } from "./Snapshots.tsx";

interface PublishDialogProps {
  projectId: string;
  current: SnapshotView | null;
  /** A snapshot to publish again; null: the current fonts. */
  snapshot: SnapshotView | null;
  onClose: () => void;
}

export function PublishDialog({ projectId, current, snapshot, onClose }: PublishDialogProps) {
  const t = messages.fonts.publishing;
  const refresh = useRefresh(keys.fonts(projectId));
  const comparison = useQuery(fontComparisonQuery(projectId, current?.id ?? null, snapshot?.id ?? null));
  const recipients = useQuery(fontRecipientsQuery(projectId));
  return (
    <Confirm
      opened
      onClose={onClose}
      title={snapshot === null ? t.title : t.titleAgain}
      action={snapshot === null ? t.action : t.actionAgain}
      destructive={false}
      onConfirm={() => api.publishFonts(projectId, snapshot?.id ?? null).then(() => void refresh())}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="font-publish" tabIndex={0} aria-label={t.what}>
        {snapshot !== null && (
          <p>
            <TimePhrase text={t.again} iso={snapshot.created_at} />
          </p>
        )}
        <Loaded query={comparison} rows={2} height={18}>
          {(data) => (
            <section aria-label={messages.common.changes}>
              <Comparison comparison={data} />
            </section>
          )}
        </Loaded>
        <Loaded query={recipients} rows={2} height={18}>
          {(data) => (
            <section aria-label={t.recipients}>
              <RecipientList recipients={data} />
            </section>
          )}
        </Loaded>
      </section>
    </Confirm>
  );
}

function RecipientList({ recipients: { total, items } }: { recipients: RecipientsView }) {
  const t = messages.fonts.publishing;
  if (total === 0) return <p>{t.noRecipients}</p>;
  return (
    <>
      <p>{t.urls(total)}</p>
      <ul className="list ruled">
        {items.map((recipient) => (
          <li key={recipient.callback_url}>
            <code>{recipient.callback_url}</code>
            <div className="muted">{t.via(recipient.material_id, recipient.saved)}</div>
          </li>
        ))}
      </ul>
      {total > items.length && <p>{t.more(total - items.length)}</p>}
    </>
  );
}
