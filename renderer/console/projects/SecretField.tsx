import { Button } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useState } from "react";
import type { ProjectView } from "../../../server/contracts/console-api.ts";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { api } from "../api.ts";
import { Confirm } from "../parts/Confirm.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { useSave } from "../use-save.ts";
import { withoutSecret } from "./without-secret.ts";

export interface SecretFieldProps {
  project: ProjectView;
  onChange: (project: ProjectView) => void;
}

/** The secret: masked until asked for, and only in this component's memory after that. */
export function SecretField({ project, onChange }: SecretFieldProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const reveal = useSave();

  return (
    <>
      <span className="copy-line">
        <code>{secret ?? project.secret_hint}</code>
        {secret === null ? (
          <Button
            size="compact-xs"
            variant="default"
            loading={reveal.busy}
            leftSection={<IconEye size={13} aria-hidden />}
            onClick={() => void reveal.run(async () => setSecret((await api.revealSecret(project.id)).api_secret))}
          >
            Reveal
          </Button>
        ) : (
          <>
            <CopyButton value={secret} what="API secret" />
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<IconEyeOff size={13} aria-hidden />}
              onClick={() => setSecret(null)}
            >
              Hide
            </Button>
          </>
        )}
        <Button size="compact-xs" variant="subtle" onClick={() => setAsking(true)}>
          New secret…
        </Button>
      </span>
      {reveal.error !== undefined && <ErrorNote error={reveal.error} />}
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Make a new secret for ${project.name}?`}
        action="Make a new secret"
        destructive={false}
        onConfirm={async () => {
          const changed = await api.rotateSecret(project.id);
          setSecret(changed.api_secret);
          onChange(withoutSecret(changed));
        }}
      >
        <p>
          What the site signs with the secret of today is accepted for one more day, and callbacks go on being signed
          with it until the site first signs with the new one. Put the new secret into the site within that day, then
          open an article there: no save is lost meanwhile.
        </p>
      </Confirm>
    </>
  );
}
