import { Menu } from "@mantine/core";
import { IconLink, IconUserOff } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { AccountRow, Role } from "../../../../server/contracts/accounts-api.ts";
import { accounts } from "../../data/accounts.ts";
import { useMe } from "../../data/me.ts";
import { messages } from "../../messages/index.ts";
import { Mark, TimePhrase } from "../../parts/basics.tsx";
import { FilterChoice } from "../../parts/Choices.tsx";
import { ErrorNote } from "../../parts/Notes.tsx";
import { RowMenu } from "../../parts/RowMenu.tsx";

interface AccountItemProps {
  account: AccountRow;
  refresh: () => Promise<void>;
  onReset: () => void;
  onEnd: () => void;
}

export function AccountItem({ account, refresh, onReset, onEnd }: AccountItemProps) {
  const t = messages.admins;
  const { id, name, email, role } = account;
  const isOwn = useMe()?.person?.id === id;
  const change = useMutation({ mutationFn: (to: Role) => accounts.change(id, { role: to }), onSettled: refresh });
  return (
    <li>
      <div className="between">
        <div className="grow wrap">
          <p className="line">
            <span>
              <strong>{name}</strong>
              {isOwn && ` (${t.you})`}
            </span>
            <span className="muted">{email}</span>
            {account.state === "invited" && <Mark tone="waiting">{t.invited}</Mark>}
          </p>
          <p className="hint">
            <Facts account={account} />
          </p>
        </div>
        <FilterChoice
          label={t.roleOf(name)}
          // Admins cannot remove their own rights by accident.
          disabled={isOwn || change.isPending}
          words={messages.roles.names}
          value={change.isPending ? change.variables : role}
          onChange={(to) => change.mutate(to)}
        />
        <RowMenu label={t.actionsOf(name)} disabled={isOwn}>
          <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={onReset}>
            {t.link.button}
          </Menu.Item>
          <Menu.Item leftSection={<IconUserOff size={16} aria-hidden />} onClick={onEnd}>
            {t.end.button}
          </Menu.Item>
        </RowMenu>
      </div>
      {change.error && <ErrorNote error={change.error} />}
    </li>
  );
}

/** "second factor, last login 5 min ago", or the expiry of the link. */
function Facts({ account: { has_totp, last_login_at, link_expires_at } }: { account: AccountRow }) {
  const t = messages.admins;
  const isOver = link_expires_at !== null && Date.parse(link_expires_at) <= Date.now();
  return (
    <>
      {link_expires_at === null && `${has_totp ? t.hasFactor : t.noFactor}, `}
      {last_login_at === null ? t.noLogin : <TimePhrase text={t.lastLogin} iso={last_login_at} as="relative" />}
      {link_expires_at !== null && (
        <>
          {", "}
          {isOver ? (
            <span className="text-refused">{t.linkExpired}</span>
          ) : (
            <TimePhrase text={t.linkUntil} iso={link_expires_at} />
          )}
        </>
      )}
    </>
  );
}
