import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { RecipientsView, SnapshotView } from "../../../server/contracts/fonts-api.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { fontComparisonQuery, fontRecipientsQuery, keys } from "../data/queries.ts";
import { messages } from "../messages/index.ts";
import { Phrase } from "../parts/basics.tsx";
import { Confirm } from "../parts/Confirm.tsx";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { Comparison } from "./Comparison.tsx";

interface PublishDialogProps {
  projectId: string;
  current: SnapshotView | null;
  /** A snapshot to publish again; null: the current fonts. */
  snapshot: SnapshotView | null;
  onClose: () => void;
}

export function PublishDialog({ projectId, current, snapshot, onClose }: PublishDialogProps) {
  const t = messages.fonts.publishing;
  const client = useQueryClient();
  return (
    <Confirm
      opened
      onClose={onClose}
      title={snapshot === null ? t.title : t.titleAgain}
      action={snapshot === null ? t.action : t.actionAgain}
      destructive={false}
      onConfirm={async () => {
        await api.publishFonts(projectId, snapshot?.id ?? null);
        void client.invalidateQueries({ queryKey: keys.fonts(projectId) });
      }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="font-publish" tabIndex={0} aria-label={t.what}>
        {snapshot !== null && (
          <p>
            <Phrase text={t.again} parts={{ time: () => <Time iso={snapshot.created_at} /> }} />
          </p>
        )}
        <Changes projectId={projectId} from={current?.id ?? null} to={snapshot?.id ?? null} />
        <Recipients projectId={projectId} />
      </section>
    </Confirm>
  );
}

function Changes({ projectId, from, to }: { projectId: string; from: string | null; to: string | null }) {
  const comparison = useQuery(fontComparisonQuery(projectId, from, to));
  if (comparison.error) return <ErrorNote error={comparison.error} retry={() => void comparison.refetch()} />;
  if (comparison.data === undefined) return <SkeletonRows rows={2} height={18} />;
  return (
    <section aria-label={messages.fonts.publishing.changes}>
      <Comparison comparison={comparison.data} />
    </section>
  );
}

function Recipients({ projectId }: { projectId: string }) {
  const recipients = useQuery(fontRecipientsQuery(projectId));
  if (recipients.error) return <ErrorNote error={recipients.error} retry={() => void recipients.refetch()} />;
  if (recipients.data === undefined) return <SkeletonRows rows={2} height={18} />;
  return (
    <section aria-label={messages.fonts.publishing.recipients}>
      <RecipientList recipients={recipients.data} />
    </section>
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
