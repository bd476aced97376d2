import { Button } from "@mantine/core";
import { useState } from "react";
import type { SessionDetail } from "../../../server/contracts/console-api.ts";
import { Time } from "../../shared/Time.tsx";
import { useDeleteSession } from "../data/changes.ts";
import { Link, pathWith } from "../lib/router.tsx";
import { counted, environmentWords } from "../lib/words.ts";
import { Confirm } from "../parts/Confirm.tsx";
import { CopyLine, Fact, Facts } from "../parts/Facts.tsx";
import { Source } from "../parts/Source.tsx";
import { VersionList } from "./VersionList.tsx";

export interface SessionDetailViewProps {
  session: SessionDetail;
  pathOf: (versionId: string | null) => string;
  onDeleted: () => void;
}

export function SessionDetailView({ session, pathOf, onDeleted }: SessionDetailViewProps) {
  const [asking, setAsking] = useState(false);
  const remove = useDeleteSession(session.id);
  return (
    <div className="detail-body">
      <header className="detail-head">
        <h2>{session.material_id}</h2>
        <p className="detail-sub">
          <Link to={`/projects/${session.project_id}`}>{session.project_name}</Link> ·{" "}
          {environmentWords(session.environment)} · last opened or saved{" "}
          <Time iso={session.last_access} as="relative" /> ·{" "}
          <Link to={pathWith("/deliveries", { session: session.id })}>its deliveries</Link>
        </p>
      </header>

      <section className="block" aria-labelledby="versions">
        <h3 id="versions">Versions</h3>
        <VersionList versions={session.versions} pathOf={pathOf} />
        {session.drafts.length > 0 && (
          <p className="hint">
            {counted(session.drafts.length, "unsaved draft")}, the newest from{" "}
            <Time iso={newest(session.drafts.map((draft) => draft.updated_at))} as="relative" />.
          </p>
        )}
      </section>

      <section className="block" aria-labelledby="facts">
        <h3 id="facts">Facts</h3>
        <Facts>
          <Fact name="Calls back">
            <CopyLine value={session.callback_url} what="callback URL" />
          </Fact>
          <Fact name="Session id">
            <CopyLine value={session.id} what="session id" />
          </Fact>
          <Fact name="Fingerprint">
            <CopyLine value={session.fingerprint} what="fingerprint" />
          </Fact>
          <Fact name="First opened">
            <Time iso={session.created_at} />
          </Fact>
        </Facts>
      </section>

      <section className="block" aria-labelledby="metadata">
        <h3 id="metadata">Metadata from the site</h3>
        {Object.keys(session.metadata).length === 0 ? (
          <p className="hint">The site sent none.</p>
        ) : (
          <Source text={session.metadata_text} what="metadata" />
        )}
      </section>

      <section className="block block-end" aria-labelledby="deleting">
        <h3 id="deleting">Delete the session</h3>
        <p>Takes the article out of Galley. What the site has stored is not touched.</p>
        <Button variant="default" onClick={() => setAsking(true)}>
          Delete the session…
        </Button>
        <Confirm
          opened={asking}
          onClose={() => setAsking(false)}
          title={`Delete the session of ${session.material_id}?`}
          action="Delete the session"
          onConfirm={async () => {
            await remove.mutateAsync();
            onDeleted();
          }}
        >
          <p>
            {counted(session.versions.length, "version")}, all drafts, pictures and the log of this article go for good.
            The addresses of its archives answer 404, and open editors can no longer save. When the site opens the
            article again, it begins anew from what the site sends.
          </p>
        </Confirm>
      </section>
    </div>
  );
}

function newest(times: string[]): string {
  return times.reduce((latest, time) => (Date.parse(time) > Date.parse(latest) ? time : latest));
}
