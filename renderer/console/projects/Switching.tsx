import { Button } from "@mantine/core";
import { useState } from "react";
import type { ProjectView } from "../../../server/contracts/projects-api.ts";
import { useChangeProject } from "../data/changes.ts";
import { messages } from "../messages/index.ts";
import { Confirm } from "../parts/Confirm.tsx";
import { EnvironmentTitle } from "../parts/EnvironmentMark.tsx";

/** The key disabled and enabled. */
export function Switching({ project }: { project: ProjectView }) {
  const change = useChangeProject(project.id);
  const [asking, setAsking] = useState(false);
  const t = messages.projects.switching[project.enabled ? "disable" : "enable"];
  return (
    <section className="block" aria-labelledby="switching">
      <h3 id="switching">{t.title}</h3>
      <p>{t.why}</p>
      <Button variant="default" onClick={() => setAsking(true)} {...(project.enabled ? { color: "red" } : {})}>
        {t.button}
      </Button>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={<EnvironmentTitle environment={project.environment} title={t.question(project.name)} />}
        action={t.action}
        destructive={project.enabled}
        onConfirm={() => change.mutateAsync({ enabled: !project.enabled })}
      >
        <p>{t.consequence}</p>
      </Confirm>
    </section>
  );
}
