import { Button } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useState } from "react";
import type { ProjectView } from "../../../server/console/console-api.ts";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { api } from "../api.ts";
import { ErrorNote } from "../parts/Notes.tsx";

/** The secret: masked until asked for, and only in this component's memory after that. */
export function SecretField({ project }: { project: ProjectView }) {
  const [secret, setSecret] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);

  const reveal = async () => {
    setBusy(true);
    setError(undefined);
    try {
      setSecret((await api.revealSecret(project.id)).api_secret);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <span className="copy-line">
        <code>{secret ?? project.secret_hint}</code>
        {secret === null ? (
          <Button
            size="compact-xs"
            variant="default"
            loading={busy}
            leftSection={<IconEye size={13} aria-hidden />}
            onClick={() => void reveal()}
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
      </span>
      {error !== undefined && <ErrorNote error={error} />}
    </>
  );
}
