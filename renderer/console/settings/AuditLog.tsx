import { Button } from "@mantine/core";
import { Time } from "../../shared/Time.tsx";
import { api } from "../api.ts";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { usePages } from "../use-pages.ts";

/** What was done here, newest first; what it was done to is one click below. */
export function AuditLog() {
  const deeds = usePages("audit", api.audit);
  return (
    <section className="block" aria-labelledby="audit">
      <h2 id="audit">What admins did</h2>
      {deeds.loading && <SkeletonRows rows={4} height={24} />}
      {!deeds.loading && deeds.items.length === 0 && deeds.error === undefined && (
        <p className="cell-quiet">Nothing yet. Creating a project or revealing a secret is written down here.</p>
      )}
      <ul className="deeds">
        {deeds.items.map((deed) => (
          <li key={deed.id}>
            <details>
              <summary>
                <span>{deed.action}</span> <Time iso={deed.at} as="seconds" />
              </summary>
              <code>
                {deed.subject} {JSON.stringify(deed.detail)}
              </code>
            </details>
          </li>
        ))}
      </ul>
      {deeds.error !== undefined && <ErrorNote error={deeds.error} retry={deeds.reload} />}
      {deeds.hasMore && (
        <Button variant="default" size="xs" loading={deeds.loadingMore} onClick={deeds.loadMore}>
          Show older ones
        </Button>
      )}
    </section>
  );
}
