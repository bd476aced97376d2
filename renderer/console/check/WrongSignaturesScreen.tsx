/** The requests of a project's sites that were signed wrongly, and what each looks like. */
import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import type { WrongSignatureView } from "../../../server/contracts/console-api.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../api.ts";
import { Fact, Facts } from "../parts/Facts.tsx";
import { EmptyNote, ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { usePages } from "../use-pages.ts";
import { useResource } from "../use-resource.ts";
import { CheckHead } from "./CheckHead.tsx";
import "./check.css";

const ROUTES: Record<WrongSignatureView["route"], string> = {
  "session/open": "Opening an article",
  "download/media": "Downloading an archive",
  "download/fonts": "Downloading fonts",
};

export function WrongSignaturesScreen({ projectId }: { projectId: string }) {
  const project = useResource(projectId, (signal) => api.project(projectId, signal));
  const pages = usePages<WrongSignatureView>(projectId, (cursor, signal) =>
    api.wrongSignatures(projectId, cursor, signal),
  );
  return (
    <div className="page">
      <CheckHead projectId={projectId} project={project.data} title="Wrong signatures">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={pages.loading}
          onClick={pages.refresh}
        >
          Look again
        </Button>
      </CheckHead>
      <div className="check-sheet">
        <p>
          Whoever signs wrongly gets a 403 that says nothing more. Here stands what each of them looks like; the newest
          thousand are kept.
        </p>
        {pages.error !== undefined && <ErrorNote error={pages.error} retry={pages.reload} />}
        {pages.loading && <SkeletonRows rows={5} height={64} />}
        {!pages.loading && pages.items.length === 0 && pages.error === undefined && (
          <EmptyNote title="No wrong signature">
            <p>Every request with this project's key was signed as it should be.</p>
          </EmptyNote>
        )}
        <ul className="signatures" aria-label="Wrong signatures">
          {pages.items.map((item) => (
            <Signature key={item.id} item={item} />
          ))}
        </ul>
        {pages.hasMore && (
          <Button variant="subtle" size="xs" loading={pages.loadingMore} onClick={pages.loadMore}>
            Older ones
          </Button>
        )}
      </div>
    </div>
  );
}

function Signature({ item }: { item: WrongSignatureView }) {
  return (
    <li className="signature">
      <h2>
        {ROUTES[item.route]}: {item.material_id}
      </h2>
      <p className="cell-quiet">
        <Time iso={item.at} as="seconds" /> · from {item.client_address}
      </p>
      <p>{item.diagnosis}</p>
      <details className="headers">
        <summary>What was to be signed</summary>
        <Facts>
          <Fact name="To be signed">
            <code>
              {item.material_id}:{item.url}
            </code>
          </Fact>
          <Fact name="Came">
            <code>{item.given}</code>
          </Fact>
        </Facts>
      </details>
    </li>
  );
}
