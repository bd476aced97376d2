import { api } from "../api.ts";
import { useLiveEvents } from "../live.tsx";
import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { useResource } from "../use-resource.ts";
import { SessionDetailView } from "./SessionDetailView.tsx";
import { VersionPane } from "./VersionPane.tsx";

export interface SessionPaneProps {
  id: string;
  versionId: string | null;
  /** Address of a version of this session, of the session itself for null. */
  pathOf: (versionId: string | null) => string;
  onDeleted: () => void;
}

/** What is open of a session: itself, or one of its versions. */
export function SessionPane({ id, versionId, pathOf, onDeleted }: SessionPaneProps) {
  const session = useResource(id, (signal) => api.session(id, signal));
  const reloadFor = (sessionId: string) => {
    if (sessionId === id) session.reload();
  };
  useLiveEvents({
    session: (event) => {
      if (event.change !== "deleted") reloadFor(event.id);
    },
    version: (event) => reloadFor(event.session_id),
    delivery: (event) => reloadFor(event.session_id),
    resumed: session.reload,
  });

  if (versionId !== null) return <VersionPane key={versionId} id={versionId} backTo={pathOf(null)} />;
  if (session.data !== undefined)
    return <SessionDetailView session={session.data} pathOf={pathOf} onDeleted={onDeleted} />;
  if (session.error !== undefined) return <ErrorNote error={session.error} retry={session.reload} />;
  return <SkeletonRows rows={7} height={40} />;
}
