import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { OwnAccount, TotpSecret } from "../../../../server/contracts/accounts-api.ts";
import { accountKeys, accounts } from "../../data/accounts.ts";
import { useRefresh } from "../../data/changes.ts";
import { messages } from "../../messages/index.ts";
import { Block } from "../../parts/basics.tsx";
import { ConfirmButton } from "../../parts/Confirm.tsx";
import { bound, CodeInput, Form, Submit } from "../../parts/Form.tsx";
import { PasswordField } from "../../parts/PasswordField.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { SecretView } from "./SecretView.tsx";

type Step =
  | { kind: "idle" }
  | { kind: "password" }
  | { kind: "secret"; secret: TotpSecret }
  | { kind: "codes"; codes: readonly string[] };

export function SecondFactor({ account }: { account: OwnAccount }) {
  const t = messages.account.factor;
  const [step, setStep] = useState<Step>({ kind: "idle" });
  const refresh = useRefresh(accountKeys.account);
  const stop = () => setStep({ kind: "idle" });
  return (
    <Block id="factor" title={t.title} level={2}>
      {step.kind === "idle" && (
        <>
          <p role="status">{account.has_totp ? `${t.on} ${t.codesLeft(account.recovery_codes_left)}` : t.off}</p>
          <div className="line">
            <Button variant={account.has_totp ? "default" : "filled"} onClick={() => setStep({ kind: "password" })}>
              {account.has_totp ? t.another : t.setUp}
            </Button>
            {account.has_totp && <TurnOff onDone={refresh} />}
          </div>
        </>
      )}
      {step.kind === "password" && (
        <PasswordStep
          isOn={account.has_totp}
          onSecret={(secret) => setStep({ kind: "secret", secret })}
          onCancel={stop}
        />
      )}
      {step.kind === "secret" && (
        <CodeStep
          secret={step.secret}
          onCodes={(codes) => {
            setStep({ kind: "codes", codes });
            void refresh();
          }}
          onCancel={stop}
        />
      )}
      {step.kind === "codes" && <RecoveryCodes codes={step.codes} onDone={stop} />}
    </Block>
  );
}

interface PasswordStepProps {
  isOn: boolean;
  onSecret: (secret: TotpSecret) => void;
  onCancel: () => void;
}

function PasswordStep({ isOn, onSecret, onCancel }: PasswordStepProps) {
  const t = messages.account;
  const [password, setPassword] = useState("");
  const begin = useMutation({ mutationFn: () => accounts.startTotp(password), onSuccess: onSecret, gcTime: 0 });
  return (
    <Form onSubmit={() => begin.mutate()} onChange={() => begin.reset()}>
      {isOn && <p className="hint">{t.factor.anotherWhy}</p>}
      <PasswordField
        label={t.password.current}
        {...bound(password, setPassword)}
        autoComplete="current-password"
        autoFocus
      />
      <Submit send={begin} action={t.factor.next} ready={password !== ""} onCancel={onCancel} />
    </Form>
  );
}

interface CodeStepProps {
  secret: TotpSecret;
  onCodes: (codes: readonly string[]) => void;
  onCancel: () => void;
}

function CodeStep({ secret, onCodes, onCancel }: CodeStepProps) {
  const t = messages.account.factor;
  const [code, setCode] = useState("");
  const confirm = useMutation({
    mutationFn: () => accounts.confirmTotp(code),
    onSuccess: ({ recovery_codes }) => onCodes(recovery_codes),
    gcTime: 0,
  });
  return (
    <Form onSubmit={() => confirm.mutate()} onChange={() => confirm.reset()}>
      <SecretView secret={secret} />
      <CodeInput
        className="settings-number"
        label={t.code}
        {...bound(code, setCode)}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
      />
      <Submit send={confirm} action={t.turnOn} ready={code.trim() !== ""} onCancel={onCancel} />
    </Form>
  );
}

function TurnOff({ onDone }: { onDone: () => Promise<void> }) {
  const t = messages.account.factor;
  const [password, setPassword] = useState("");
  return (
    <ConfirmButton
      button={{ children: t.turnOff }}
      title={t.turnOffTitle}
      action={t.turnOffAction}
      ready={password !== ""}
      onConfirm={async () => {
        await accounts.turnOffTotp(password);
        setPassword("");
        await onDone();
      }}
    >
      <p>{t.turnOffWhy}</p>
      <PasswordField
        label={messages.account.password.current}
        {...bound(password, setPassword)}
        autoComplete="current-password"
        data-autofocus
      />
    </ConfirmButton>
  );
}
