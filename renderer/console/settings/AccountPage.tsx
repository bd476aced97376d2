import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { encode } from "uqr";
import type { OwnAccount, TotpSecret } from "../../../server/contracts/accounts-api.ts";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { api, MIN_PASSWORD } from "../data/api.ts";
import { useRefresh } from "../data/changes.ts";
import { useMe } from "../data/me.ts";
import { accountQuery, keys } from "../data/queries.ts";
import { useUnsavedChanges } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { Block, CopyLine, Fact, Facts } from "../parts/basics.tsx";
import { ConfirmButton } from "../parts/Confirm.tsx";
import { bound, CodeInput, Form, PasswordField, Submit, useDraft } from "../parts/Form.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { LogOut } from "../parts/RequireRole.tsx";

export function AccountPage() {
  if (useMe()?.person == null) return <p>{messages.account.owner}</p>;
  return (
    <Loaded query={accountQuery}>
      {(own) => (
        <>
          <Facts>
            <Fact name={messages.common.name}>{own.name}</Fact>
            <Fact name={messages.common.email}>{own.email}</Fact>
            <Fact name={messages.roles.label}>{messages.roles.names[own.role]}</Fact>
          </Facts>
          <Password email={own.email} />
          <SecondFactor account={own} />
          <LogOut size="sm" />
        </>
      )}
    </Loaded>
  );
}

function Password({ email }: { email: string }) {
  const t = messages.account.password;
  const change = useMutation({ mutationFn: api.changePassword });
  const { values, field, isChanged, send, clear } = useDraft({ current: "", password: "" }, change);
  useUnsavedChanges(isChanged);
  return (
    <Block id="password" title={messages.common.password} level={2}>
      <Form onSubmit={() => change.mutate(values, { onSuccess: clear })}>
        {/* Password managers store the password under this name. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <div className="form-pair">
          <PasswordField label={t.current} {...field("current")} autoComplete="current-password" required />
          <PasswordField
            label={t.another}
            {...field("password")}
            autoComplete="new-password"
            minLength={MIN_PASSWORD}
            maxLength={1_024}
            required
          />
        </div>
        <Submit send={send} action={t.action} status={change.isSuccess && !isChanged ? t.done : t.hint(MIN_PASSWORD)} />
      </Form>
    </Block>
  );
}

type Step = { kind: "idle" } | { kind: "secret"; secret: TotpSecret } | { kind: "codes"; codes: readonly string[] };

function SecondFactor({ account }: { account: OwnAccount }) {
  const t = messages.account.factor;
  const [step, setStep] = useState<Step>({ kind: "idle" });
  const refresh = useRefresh(keys.account);
  const stop = () => setStep({ kind: "idle" });
  return (
    <Block id="factor" title={t.title} level={2}>
      {step.kind === "idle" && (
        <>
          <p role="status">{account.has_totp ? `${t.on} ${t.codesLeft(account.recovery_codes_left)}` : t.off}</p>
          <div className="line">
            <WithPassword
              button={{ variant: account.has_totp ? "default" : "filled" }}
              action={account.has_totp ? t.another : t.setUp}
              why={account.has_totp ? t.anotherWhy : t.off}
              destructive={false}
              run={async (password) => setStep({ kind: "secret", secret: await api.startTotp(password) })}
            />
            {account.has_totp && (
              <WithPassword
                action={t.turnOff}
                why={t.turnOffWhy}
                destructive
                run={async (password) => {
                  await api.turnOffTotp(password);
                  await refresh();
                }}
              />
            )}
          </div>
        </>
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

interface CodeStepProps {
  secret: TotpSecret;
  onCodes: (codes: readonly string[]) => void;
  onCancel: () => void;
}

function CodeStep({ secret, onCodes, onCancel }: CodeStepProps) {
  const t = messages.account.factor;
  const [code, setCode] = useState("");
  const confirm = useMutation({
    mutationFn: () => api.confirmTotp(code),
    onSuccess: ({ recovery_codes }) => onCodes(recovery_codes),
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

interface WithPasswordProps extends Pick<ComponentProps<typeof ConfirmButton>, "button" | "action"> {
  why: string;
  destructive: boolean;
  run: (password: string) => Promise<void>;
}

/** A button that asks for the password first. */
function WithPassword({ why, run, ...confirm }: WithPasswordProps) {
  const [password, setPassword] = useState("");
  return (
    <ConfirmButton
      {...confirm}
      ready={password !== ""}
      onConfirm={async () => {
        await run(password);
        setPassword("");
      }}
    >
      <p>{why}</p>
      <PasswordField
        label={messages.account.password.current}
        {...bound(password, setPassword)}
        autoComplete="current-password"
        data-autofocus
      />
    </ConfirmButton>
  );
}

/** Modules of white around the code; the sheet adds the rest of the quiet zone. */
const BORDER = 2;

/** The secret of the second factor as a QR code, and as text in groups of four. */
function SecretView({ secret: { secret, uri } }: { secret: TotpSecret }) {
  const t = messages.account.factor;
  const { size, data } = encode(uri, { border: BORDER });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <div>
      <p>{t.scan}</p>
      {/* Black on white in both themes, for cameras. */}
      <svg role="img" aria-label={t.picture} viewBox={`0 0 ${size} ${size}`} width={192} style={{ background: "#fff" }}>
        <path d={dark.join("")} />
      </svg>
      <p className="line">
        {t.key} <CopyLine value={secret.replaceAll(/.{4}(?=.)/g, "$& ")} what={t.key} />
      </p>
    </div>
  );
}

/** The recovery codes, which are shown once. Leaving the page asks first. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = messages.account.factor;
  useUnsavedChanges(true);
  return (
    <>
      <h3 className="subtitle">{t.codes}</h3>
      <p role="status">{t.codesWhy}</p>
      <ul className="list" style={{ columns: "9rem" }} aria-label={t.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="line">
        <CopyButton value={codes.join("\n")} what={t.copyCodes} />
        <Button
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join("\n")}\n`)}`}
          download="galley-recovery-codes.txt"
        >
          {messages.common.download}
        </Button>
        <Button onClick={onDone}>{t.done}</Button>
      </div>
    </>
  );
}
