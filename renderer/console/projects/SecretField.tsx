import { Button } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { ProjectView } from "../../../server/contracts/console-api.ts";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { api } from "../data/api.ts";
import { useRotateSecret } from "../data/changes.ts";
import { Confirm } from "../parts/Confirm.tsx";
import { ErrorNote } from "../parts/Notes.tsx";

/** The secret: masked until asked for, and only in this component's memory after that. */
export function SecretField({ project }: { project: ProjectView }) {
  const [secret, setSecret] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const reveal = useMutation({
    mutationFn: () => api.revealSecret(project.id),
    onSuccess: ({ api_secret }) => setSecret(api_secret),
    // What was revealed is kept by this component alone.
    gcTime: 0,
  });
  const rotate = useRotateSecret(project.id);

  return (
    <>
      <span className="copy-line">
        <code>{secret ?? project.secret_hint}</code>
        {secret === null ? (
          <Button
            size="compact-xs"
            variant="default"
            loading={reveal.isPending}
            leftSection={<IconEye size={13} aria-hidden />}
            onClick={() => reveal.mutate()}
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
              onClick={() => {
                setSecret(null);
                reveal.reset();
                rotate.reset();
              }}
            >
              Hide
            </Button>
          </>
        )}
        <Button size="compact-xs" variant="subtle" onClick={() => setAsking(true)}>
          New secret…
        </Button>
      </span>
      {reveal.error && <ErrorNote error={reveal.error} />}
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Make a new secret for ${project.name}?`}
        action="Make a new secret"
        destructive={false}
        onConfirm={async () => setSecret((await rotate.mutateAsync()).api_secret)}
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
