import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ProjectView } from "../../../server/contracts/console-api.ts";
import { Time } from "../../shared/Time.tsx";
import { useChangeProject } from "../data/changes.ts";
import { settingsQuery } from "../data/queries.ts";
import { Link, pathWith } from "../lib/router.tsx";
import { environmentWords } from "../lib/words.ts";
import { Confirm } from "../parts/Confirm.tsx";
import { CopyLine, Fact, Facts } from "../parts/Facts.tsx";
import { Source } from "../parts/Source.tsx";
import { CaCertificate } from "./CaCertificate.tsx";
import { ProjectForm } from "./ProjectForm.tsx";
import { SecretField } from "./SecretField.tsx";
import { SendAgain } from "./SendAgain.tsx";
import { openSnippet, SECRET_LINE } from "./snippet.ts";

export function ProjectDetail({ project }: { project: ProjectView }) {
  const appliance = useQuery(settingsQuery).data?.appliance;
  return (
    <div className="detail-body">
      <header className="detail-head">
        <h2>{project.name}</h2>
        <p className="detail-sub">
          {environmentWords(project.environment)} · {project.enabled ? "enabled" : "disabled"} · since{" "}
          <Time iso={project.created_at} /> ·{" "}
          <Link to={pathWith("/sessions", { project: project.id })}>its sessions</Link> ·{" "}
          <Link to={`/projects/${project.id}/fonts`}>its fonts</Link> ·{" "}
          <Link to={pathWith("/deliveries", { project: project.id })}>its deliveries</Link>
        </p>
      </header>

      <section className="block" aria-labelledby="keys">
        <h3 id="keys">Keys</h3>
        <Facts>
          <Fact name="API key">
            <CopyLine value={project.api_key} what="API key" />
          </Fact>
          <Fact name="API secret">
            <SecretField project={project} />
          </Fact>
          {project.previous_secret_expires_at !== null && (
            <Fact name="Secret before">
              accepted until <Time iso={project.previous_secret_expires_at} />
              {project.previous_secret_signs && "; callbacks are signed with it until the site signs with the new one"}
            </Fact>
          )}
        </Facts>
        <p className="hint">
          The site sends the key and signs with the secret. Revealing it is noted in the audit log.
        </p>
      </section>

      <section className="block" aria-labelledby="rules">
        <h3 id="rules">What this project may do</h3>
        <ProjectForm project={project} />
      </section>

      <section className="block" aria-labelledby="receiver">
        <h3 id="receiver">The site's receiver</h3>
        <p>
          <Link to={`/projects/${project.id}/check`}>Check a receiver</Link> sends test callbacks to the site and says
          what to change. <Link to={`/projects/${project.id}/signatures`}>Wrong signatures</Link> shows who signed
          wrongly, and what that looks like.
        </p>
        <CaCertificate project={project} />
        <SendAgain projectId={project.id} />
      </section>

      <section className="block" aria-labelledby="try">
        <h3 id="try">Open an article by hand</h3>
        <p>In a shell, first hand over the secret: run this line alone, paste the secret, press Enter.</p>
        <Source text={SECRET_LINE} what="line that asks for the secret" />
        <p>Then open an article. The answer's “url” is where the journalist writes.</p>
        <Source
          text={openSnippet(project, appliance?.public_url ?? "http://127.0.0.1:8420")}
          what="signed opening of an article"
        />
      </section>

      <Switching project={project} />
    </div>
  );
}

function Switching({ project }: { project: ProjectView }) {
  const change = useChangeProject(project.id);
  const [asking, setAsking] = useState(false);
  return (
    <section className="block block-end" aria-labelledby="switching">
      <h3 id="switching">{project.enabled ? "Disable the key" : "The key is disabled"}</h3>
      <p>
        {project.enabled
          ? "The site can open nothing more with this key, and open editors are logged out. Articles, versions and the log stay."
          : "The site's openings are refused. Enabling the key makes it work again as before; editors have to be opened anew."}
      </p>
      <Button variant="default" onClick={() => setAsking(true)} {...(project.enabled ? { color: "red" } : {})}>
        {project.enabled ? "Disable the key…" : "Enable the key…"}
      </Button>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={project.enabled ? `Disable the key of ${project.name}?` : `Enable the key of ${project.name}?`}
        action={project.enabled ? "Disable the key" : "Enable the key"}
        destructive={project.enabled}
        onConfirm={() => change.mutateAsync({ enabled: !project.enabled })}
      >
        {project.enabled ? (
          <p>
            From now on the site's openings are refused with 403, and journalists who have an article open cannot save
            it; what they typed stays in their browser. You can enable the key again at any time.
          </p>
        ) : (
          <p>The site can open articles with this key at once.</p>
        )}
      </Confirm>
    </section>
  );
}
