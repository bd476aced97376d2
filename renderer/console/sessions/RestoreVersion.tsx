import { Button } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { VersionDetail } from "../../../server/contracts/sessions-api.ts";
import { api } from "../data/api.ts";
import { sessionQuery } from "../data/queries.ts";
import { navigate } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { Confirm } from "../parts/Confirm.tsx";
import type { PathOf } from "./VersionList.tsx";

export function RestoreVersion({ version, pathOf }: { version: VersionDetail; pathOf: PathOf }) {
  const t = messages.sessions.restore;
  const newest = useQuery(sessionQuery(version.session_id)).data?.versions[0]?.number;
  /** Newest version when the dialog opened. */
  const [base, setBase] = useState<number>();
  if (newest === undefined || (newest === version.number && base === undefined)) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconHistory size={14} aria-hidden />}
        onClick={() => setBase(newest)}
      >
        {t.action}
      </Button>
      <Confirm
        opened={base !== undefined}
        onClose={() => setBase(undefined)}
        title={t.title(version.number)}
        action={t.action}
        destructive={false}
        onConfirm={async () => {
          const made = await api.restoreVersion(version.id, base ?? newest);
          navigate(pathOf(made.version_id));
        }}
      >
        <p>{t.why(version.number, (base ?? newest) + 1)}</p>
      </Confirm>
    </>
  );
}
