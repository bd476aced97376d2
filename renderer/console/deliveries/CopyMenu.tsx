import { Menu } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { DeliveryDetail } from "../../../server/contracts/deliveries-api.ts";
import { api } from "../data/api.ts";
import { useSiteProject } from "../data/me.ts";
import { messages } from "../messages/index.ts";
import { May } from "../parts/May.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { SmallButton } from "../parts/SmallButton.tsx";

export function CopyMenu({ delivery, attempt }: { delivery: DeliveryDetail; attempt: number | null }) {
  const t = messages.deliveries;
  // Not for site links: the command is signed with the project's secret.
  const isPerson = useSiteProject() === null;
  const copy = useMutation({
    mutationFn: async (text: () => Promise<string>) => {
      const copied = await text();
      await navigator.clipboard.writeText(copied).catch(() => {
        throw new Error(t.notCopied);
      });
    },
  });
  const curl = (credentials: boolean) => copy.mutate(() => api.curl(delivery.id, attempt ?? 1, credentials));
  return (
    <>
      <Menu position="bottom-start" shadow="md">
        <Menu.Target>
          <SmallButton Icon={IconCopy} loading={copy.isPending}>
            {copy.isSuccess ? t.copied : t.copy}
          </SmallButton>
        </Menu.Target>
        <Menu.Dropdown>
          {attempt !== null && isPerson && (
            <>
              <Menu.Item onClick={() => curl(false)}>{t.copyCurl}</Menu.Item>
              <May least="admin">
                <Menu.Item onClick={() => curl(true)} title={messages.common.recorded}>
                  {t.copyCurlWith}
                </Menu.Item>
              </May>
            </>
          )}
          <Menu.Item onClick={() => copy.mutate(async () => JSON.stringify(delivery, null, 2))}>{t.copyJson}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {copy.error && <ErrorNote error={copy.error} />}
    </>
  );
}
