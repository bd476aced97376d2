import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { RecipientsView, SnapshotView } from "../../../server/contracts/fonts-api.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { fontComparisonQuery, fontRecipientsQuery, keys } from "../data/queries.ts";
import { counted } from "../lib/words.ts";
import { Confirm } from "../parts/Confirm.tsx";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { Comparison } from "./Comparison.tsx";

export interface PublishDialogProps {
  projectId: string;
  /** What sites know now. */
  current: SnapshotView | null;
  /** An earlier snapshot to publish again, null for the fonts as they are now. */
  snapshot: SnapshotView | null;
  onClose: () => void;
}

/** Says what will be sent to whom, then does it. */
export function PublishDialog({ projectId, current, snapshot, onClose }: PublishDialogProps) {
  const client = useQueryClient();
  return (
    <Confirm
      opened
      onClose={onClose}
      title={snapshot === null ? "Publish the fonts?" : "Publish this snapshot again?"}
      action={snapshot === null ? "Publish" : "Publish again"}
      destructive={false}
      onConfirm={async () => {
        await api.publishFonts(projectId, snapshot?.id ?? null);
        void client.invalidateQueries({ queryKey: keys.fonts(projectId) });
      }}
    >
      {snapshot !== null && (
        <p>
          The fonts of <Time iso={snapshot.created_at} /> become the current ones. The list of fonts above stays as it
          is.
        </p>
      )}
      <Changes projectId={projectId} from={current?.id ?? null} to={snapshot?.id ?? null} />
      <Recipients projectId={projectId} />
    </Confirm>
  );
}

function Changes({ projectId, from, to }: { projectId: string; from: string | null; to: string | null }) {
  const comparison = useQuery(fontComparisonQuery(projectId, from, to));
  if (comparison.error) return <ErrorNote error={comparison.error} retry={() => void comparison.refetch()} />;
  if (comparison.data === undefined) return <SkeletonRows rows={2} height={18} />;
  return (
    <section aria-label="What changes">
      <Comparison comparison={comparison.data} />
    </section>
  );
}

function Recipients({ projectId }: { projectId: string }) {
  const recipients = useQuery(fontRecipientsQuery(projectId));
  if (recipients.error) return <ErrorNote error={recipients.error} retry={() => void recipients.refetch()} />;
  if (recipients.data === undefined) return <SkeletonRows rows={2} height={18} />;
  return (
    <section aria-label="Who is told">
      <RecipientList recipients={recipients.data} />
    </section>
  );
}

function RecipientList({ recipients: { total, items } }: { recipients: RecipientsView }) {
  if (total === 0)
    return (
      <p>
        No article of this project has been opened yet, so nobody is told now. Sites get the fonts with each opening all
        the same.
      </p>
    );
  return (
    <>
      <p>{counted(total, "callback address", "callback addresses")} will be told:</p>
      <ul className="font-recipients">
        {items.map((recipient) => (
          <li key={recipient.callback_url}>
            <code>{recipient.callback_url}</code>
            <span className="cell-quiet">
              in the name of article {recipient.material_id}
              {recipient.saved ? "" : ", in which nothing was saved yet"}
            </span>
          </li>
        ))}
      </ul>
      {total > items.length && <p>… and {counted(total - items.length, "more", "more")}.</p>}
    </>
  );
}
