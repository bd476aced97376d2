import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AccountInvitation, AccountRow } from "../../../../server/contracts/accounts-api.ts";
import { accountKeys, accounts, adminsQuery } from "../../data/accounts.ts";
import { useRefresh } from "../../data/changes.ts";
import { messages } from "../../messages/index.ts";
import { Confirm } from "../../parts/Confirm.tsx";
import { Items } from "../../parts/Loaded.tsx";
import { AccountItem } from "./AccountItem.tsx";
import { InviteDialog } from "./InviteDialog.tsx";
import { LinkDialog } from "./LinkDialog.tsx";

type Open = { kind: "invite" } | { kind: "reset" | "end"; account: AccountRow } | null;

export function AdminsPage() {
  const t = messages.admins;
  const admins = useQuery(adminsQuery);
  const [open, setOpen] = useState<Open>(null);
  /** Kept in this component only. */
  const [created, setCreated] = useState<AccountInvitation | null>(null);
  const refresh = useRefresh(accountKeys.admins);
  const close = () => setOpen(null);
  const name = open?.kind === "reset" || open?.kind === "end" ? open.account.name : "";
  const show = (invitation: AccountInvitation) => {
    close();
    setCreated(invitation);
    void refresh();
  };
  return (
    <>
      <div className="between">
        <p className="hint grow">{t.what}</p>
        <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setOpen({ kind: "invite" })}>
          {t.invite}
        </Button>
      </div>
      <Items query={admins} items={admins.data?.items} label={t.list} none={t.none} rows={3} height={48}>
        {(account) => (
          <AccountItem
            account={account}
            refresh={refresh}
            onReset={() => setOpen({ kind: "reset", account })}
            onEnd={() => setOpen({ kind: "end", account })}
          />
        )}
      </Items>
      {open?.kind === "invite" && <InviteDialog onCreated={show} onClose={close} />}
      <Confirm
        opened={open?.kind === "reset"}
        onClose={close}
        title={t.link.title(name)}
        action={messages.common.createLink}
        onConfirm={async () => {
          if (open?.kind === "reset") show(await accounts.reset(open.account.id));
        }}
      >
        <p>{t.link.why(name)}</p>
      </Confirm>
      <Confirm
        opened={open?.kind === "end"}
        onClose={close}
        title={t.end.title(name)}
        action={t.end.action(name)}
        onConfirm={async () => {
          if (open?.kind === "end") await accounts.end(open.account.id);
          await refresh();
        }}
      >
        <p>{t.end.why(name)}</p>
      </Confirm>
      {created !== null && <LinkDialog created={created} onClose={() => setCreated(null)} />}
    </>
  );
}
