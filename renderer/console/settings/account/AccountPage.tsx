import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OwnAccount } from "../../../../server/contracts/accounts-api.ts";
import { accountQuery, accounts, MIN_PASSWORD } from "../../data/accounts.ts";
import { useMe } from "../../data/me.ts";
import { useUnsavedChanges } from "../../lib/leaving.ts";
import { messages } from "../../messages/index.ts";
import { Fact, Facts } from "../../parts/basics.tsx";
import { bound, Form } from "../../parts/Form.tsx";
import { ErrorNote, SkeletonRows } from "../../parts/Notes.tsx";
import { PasswordField } from "../../parts/PasswordField.tsx";
import { SecondFactor } from "./SecondFactor.tsx";

export function AccountPage() {
  const hasAccount = useMe()?.person != null;
  const account = useQuery({ ...accountQuery, enabled: hasAccount });
  if (!hasAccount) return <p>{messages.account.owner}</p>;
  if (account.data !== undefined)
    return (
      <>
        <About account={account.data} />
        <Password email={account.data.email} />
        <SecondFactor account={account.data} />
      </>
    );
  if (account.error) return <ErrorNote error={account.error} retry={() => void account.refetch()} />;
  return <SkeletonRows rows={4} height={44} />;
}

function About({ account }: { account: OwnAccount }) {
  const { name, email } = messages.admins;
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
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const change = useMutation({
    mutationFn: () => accounts.changePassword({ current, password }),
    onSuccess: () => {
      setCurrent("");
      setPassword("");
    },
    gcTime: 0,
  });
  const isTyped = current !== "" || password !== "";
  useUnsavedChanges(isTyped);
  return (
    <section className="block" aria-labelledby="password">
      <h2 id="password">{t.title}</h2>
      <Form onSubmit={() => change.mutate()} onChange={() => change.reset()}>
        {/* Password managers store the password under this name. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <div className="form-pair">
          <PasswordField label={t.current} {...bound(current, setCurrent)} autoComplete="current-password" />
          <PasswordField
            label={t.another}
            {...bound(password, setPassword)}
            autoComplete="new-password"
            maxLength={1_024}
          />
        </div>
        {change.error && <ErrorNote error={change.error} />}
        <div className="form-end">
          <span className="form-said" role="status">
            {change.isSuccess && !isTyped ? t.done : t.hint(MIN_PASSWORD)}
          </span>
          <Button type="submit" loading={change.isPending} disabled={current === "" || password.length < MIN_PASSWORD}>
            {t.action}
          </Button>
        </div>
      </Form>
    </section>
  );
}
