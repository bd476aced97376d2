import { Button, Group, Menu, TextInput } from "@mantine/core";
import { IconLink, IconPlus, IconUserOff } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AccountInvitation, AccountRow, NewAccount, Role } from "../../../server/contracts/accounts-api.ts";
import { Time } from "../../shared/Time.tsx";
import { api } from "../data/api.ts";
import { useRefresh } from "../data/changes.ts";
import { useMe } from "../data/me.ts";
import { adminsQuery, keys } from "../data/queries.ts";
import { messages } from "../messages/index.ts";
import { CopyLine, Mark, Phrase, TimePhrase } from "../parts/basics.tsx";
import { FilterChoice, Radios } from "../parts/Choices.tsx";
import { Confirm, Dialog } from "../parts/Confirm.tsx";
import { Form, Submit, useDraft } from "../parts/Form.tsx";
import { Items } from "../parts/Loaded.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import { RowMenu } from "../parts/RowMenu.tsx";

export function AdminsPage() {
  const t = messages.admins;
  const admins = useQuery(adminsQuery);
  const [isInviting, setInviting] = useState(false);
  /** Kept in this component only. */
  const [created, setCreated] = useState<AccountInvitation | null>(null);
  const refresh = useRefresh(keys.admins);
  const show = (invitation: AccountInvitation) => {
    setInviting(false);
    setCreated(invitation);
    void refresh();
  };
  return (
    <>
      <div className="between">
        <p className="hint grow">{t.what}</p>
        <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setInviting(true)}>
          {t.invite}
        </Button>
      </div>
      <Items list={admins} label={t.list} none={t.none}>
        {(account) => <AccountItem account={account} refresh={refresh} onReset={show} />}
      </Items>
      {isInviting && <InviteDialog onCreated={show} onClose={() => setInviting(false)} />}
      {created !== null && <LinkDialog created={created} onClose={() => setCreated(null)} />}
    </>
  );
}

interface AccountItemProps {
  account: AccountRow;
  refresh: () => Promise<void>;
  onReset: (created: AccountInvitation) => void;
}

function AccountItem({ account, refresh, onReset }: AccountItemProps) {
  const t = messages.admins;
  const { id, name, email, role } = account;
  const isOwn = useMe()?.person?.id === id;
  const [asked, setAsked] = useState<"reset" | "end" | null>(null);
  const change = useMutation({ mutationFn: (to: Role) => api.changeAdmin(id, { role: to }), onSettled: refresh });
  const confirm = (kind: typeof asked) => ({ opened: asked === kind, onClose: () => setAsked(null) });
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
          label={`${messages.roles.label}: ${name}`}
          // Admins cannot remove their own rights by accident.
          disabled={isOwn || change.isPending}
          words={messages.roles.names}
          value={change.isPending ? change.variables : role}
          onChange={(to) => change.mutate(to)}
        />
        <RowMenu label={`${messages.palette.groups.actions}: ${name}`} disabled={isOwn}>
          <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={() => setAsked("reset")}>
            {t.link.button}
          </Menu.Item>
          <Menu.Item leftSection={<IconUserOff size={16} aria-hidden />} onClick={() => setAsked("end")}>
            {t.end.action}…
          </Menu.Item>
        </RowMenu>
      </div>
      {change.error && <ErrorNote error={change.error} />}
      <Confirm
        {...confirm("reset")}
        action={messages.common.createLink}
        of={name}
        onConfirm={() => api.resetAdmin(id).then(onReset)}
      >
        <p>{t.link.why(name)}</p>
      </Confirm>
      <Confirm {...confirm("end")} action={t.end.action} of={name} onConfirm={() => api.endAdmin(id).then(refresh)}>
        <p>{t.end.why(name)}</p>
      </Confirm>
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
            <span className="text-bad">{t.linkExpired}</span>
          ) : (
            <TimePhrase text={t.linkUntil} iso={link_expires_at} />
          )}
        </>
      )}
    </>
  );
}

interface InviteDialogProps {
  onCreated: (created: AccountInvitation) => void;
  onClose: () => void;
}

function InviteDialog({ onCreated, onClose }: InviteDialogProps) {
  const t = messages.admins;
  const { label, names, about } = messages.roles;
  const invite = useMutation({
    mutationFn: (body: NewAccount) => api.inviteAdmin({ ...body, name: body.name.trim(), email: body.email.trim() }),
    onSuccess: onCreated,
  });
  const { values, field, choice, send } = useDraft({ name: "", email: "", role: "operator" as Role }, invite);
  return (
    <Dialog opened onClose={onClose} title={t.inviteTitle}>
      <Form onSubmit={() => invite.mutate(values)}>
        <TextInput
          label={messages.common.name}
          {...field("name")}
          maxLength={200}
          required
          autoComplete="off"
          data-autofocus
        />
        <TextInput
          label={messages.common.email}
          type="email"
          {...field("email")}
          maxLength={320}
          required
          autoComplete="off"
        />
        <Radios label={label} words={names} about={about} {...choice("role")} />
        <Submit send={send} action={messages.common.createLink} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

/** Shows the link of an invitation or a reset, once. A click outside does not close it. */
function LinkDialog({ created, onClose }: { created: AccountInvitation; onClose: () => void }) {
  const t = messages.admins.link;
  return (
    <Dialog opened onClose={onClose} closeOnClickOutside={false} title={t.linkFor(created.admin.name)}>
      <p>
        <CopyLine value={created.link} what={t.what} />
      </p>
      <p>
        <Phrase
          text={t.once}
          parts={{ name: () => <strong>{created.admin.name}</strong>, time: () => <Time iso={created.expires_at} /> }}
        />
      </p>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>{messages.common.done}</Button>
      </Group>
    </Dialog>
  );
}
