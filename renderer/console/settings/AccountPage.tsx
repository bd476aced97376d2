import { useMutation, useQuery } from "@tanstack/react-query";
import type { OwnAccount } from "../../../server/contracts/accounts-api.ts";
import { accountQuery, accounts, MIN_PASSWORD } from "../data/accounts.ts";
import { useMe } from "../data/me.ts";
import { useUnsavedChanges } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { Block, Fact, Facts } from "../parts/basics.tsx";
import { Form, PasswordField, Submit, useDraft } from "../parts/Form.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { LogOut } from "../parts/May.tsx";
import { SecondFactor } from "./SecondFactor.tsx";

export function AccountPage() {
  const hasAccount = useMe()?.person != null;
  const account = useQuery({ ...accountQuery, enabled: hasAccount });
  if (!hasAccount) return <p>{messages.account.owner}</p>;
  return (
    <Loaded query={account} rows={4} height={44}>
      {(own) => (
        <>
          <About account={own} />
          <Password email={own.email} />
          <SecondFactor account={own} />
          <LogOut size="sm" />
        </>
      )}
    </Loaded>
  );
}

function About({ account }: { account: OwnAccount }) {
  const { name, email } = messages.common;
  const t = messages.roles;
  return (
    <Facts>
      <Fact name={name}>{account.name}</Fact>
      <Fact name={email}>{account.email}</Fact>
      <Fact name={t.label}>{t.names[account.role]}</Fact>
    </Facts>
  );
}

function Password({ email }: { email: string }) {
  const t = messages.account.password;
  const change = useMutation({ mutationFn: accounts.changePassword, gcTime: 0 });
  const { values, field, clear } = useDraft({ current: "", password: "" }, change);
  const { current, password } = values;
  const isTyped = current !== "" || password !== "";
  useUnsavedChanges(isTyped);
  return (
    <Block id="password" title={messages.common.password} level={2}>
      <Form onSubmit={() => change.mutate(values, { onSuccess: clear })}>
        {/* Password managers store the password under this name. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <div className="form-pair">
          <PasswordField label={t.current} {...field("current")} autoComplete="current-password" />
          <PasswordField label={t.another} {...field("password")} autoComplete="new-password" maxLength={1_024} />
        </div>
        <Submit
          send={change}
          action={t.action}
          ready={current !== "" && password.length >= MIN_PASSWORD}
          status={change.isSuccess && !isTyped ? t.done : t.hint(MIN_PASSWORD)}
        />
      </Form>
    </Block>
  );
}
