import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Time } from "../../../shared/Time.tsx";
import { auditQuery } from "../../data/queries.ts";
import { messages } from "../../messages/index.ts";
import { DeedLine } from "../../parts/DeedLine.tsx";
import { ErrorNote, SkeletonRows } from "../../parts/Notes.tsx";

export function AuditPage() {
  const t = messages.settings.audit;
  const audit = useInfiniteQuery(auditQuery);
  return (
    <>
      {audit.isPending && <SkeletonRows rows={4} height={24} />}
      {audit.data?.length === 0 && !audit.error && <p className="muted">{t.none}</p>}
      <ul className="list ruled settings-audit">
        {audit.data?.map((entry) => (
          <li key={entry.id}>
            <details>
              <summary>
                <Time iso={entry.at} as="seconds" /> <DeedLine deed={entry} />
              </summary>
              <code className="wrap">
                {entry.subject} {JSON.stringify(entry.detail)}
              </code>
            </details>
          </li>
        ))}
      </ul>
      {audit.error && <ErrorNote error={audit.error} retry={() => void audit.refetch()} />}
      {audit.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          loading={audit.isFetchingNextPage}
          onClick={() => void audit.fetchNextPage()}
        >
          {messages.common.older}
        </Button>
      )}
    </>
  );
}
