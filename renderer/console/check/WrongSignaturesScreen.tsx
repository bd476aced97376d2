/** The requests of a project's sites that were signed wrongly, and what each looks like. */
import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { WrongSignatureView } from "../../../server/contracts/console-api.ts";
import { Time } from "../../shared/Time.tsx";
import { projectQuery, wrongSignaturesQuery } from "../data/queries.ts";
import { Fact, Facts } from "../parts/Facts.tsx";
import { EmptyNote, ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { CheckHead } from "./CheckHead.tsx";
import "./check.css";

const ROUTES: Record<WrongSignatureView["route"], string> = {
  "session/open": "Opening an article",
  "download/media": "Downloading an archive",
  "download/fonts": "Downloading fonts",
};

export function WrongSignaturesScreen({ projectId }: { projectId: string }) {
  const project = useQuery(projectQuery(projectId));
  const list = useInfiniteQuery(wrongSignaturesQuery(projectId));
  const ask = () => void list.refetch();
  return (
    <div className="page">
      <CheckHead projectId={projectId} project={project.data} title="Wrong signatures">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={list.isPending}
          onClick={ask}
        >
          Look again
        </Button>
      </CheckHead>
      <div className="check-sheet">
        <p>
          Whoever signs wrongly gets a 403 that says nothing more. Here stands what each of them looks like; the newest
          thousand are kept.
        </p>
        {list.error && <ErrorNote error={list.error} retry={ask} />}
        {list.isPending && <SkeletonRows rows={5} height={64} />}
        {list.data?.length === 0 && !list.error && (
          <EmptyNote title="No wrong signature">
            <p>Every request with this project's key was signed as it should be.</p>
          </EmptyNote>
        )}
        <ul className="check-signatures" aria-label="Wrong signatures">
          {list.data?.map((item) => (
            <Signature key={item.id} item={item} />
          ))}
        </ul>
        {list.hasNextPage && (
          <Button
            variant="subtle"
            size="xs"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Older ones
          </Button>
        )}
      </div>
    </div>
  );
}

function Signature({ item }: { item: WrongSignatureView }) {
  return (
    <li className="check-signature">
      <h2>
        {ROUTES[item.route]}: {item.material_id}
      </h2>
      <p className="cell-quiet">
        <Time iso={item.at} as="seconds" /> · from {item.client_address}
      </p>
      <p>{item.diagnosis}</p>
      <details className="unfold">
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
