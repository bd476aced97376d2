import { Button, Stack, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import type { Me } from "../../../server/contracts/access-api.ts";
import { ApiError } from "../../shared/api-client.ts";
import { api, MIN_PASSWORD, tokenIn } from "../data/api.ts";
import { invitationQuery, loginWaysQuery } from "../data/queries.ts";
import { Link } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";
import { Fact, Facts, Phrase } from "../parts/basics.tsx";
import { bound, CodeInput, Form, PasswordField, Submit } from "../parts/Form.tsx";
import { ErrorNote } from "../parts/Notes.tsx";

interface LoginPageProps {
  linkWasUsed: boolean;
  onLogin: () => void;
}

/** Login with e-mail and password, or on this machine with the token. */
export function LoginPage({ linkWasUsed, onLogin }: LoginPageProps) {
  const t = messages.login;
  const { data: ways, isPending } = useQuery(loginWaysQuery);
  const [chosen, setChosen] = useState<"account" | "token" | null>(null);
  const way = chosen ?? (ways?.accounts && !ways.local ? "account" : "token");
  return (
    <LoginFrame title={t.title}>
      {linkWasUsed && <p role="status">{t.linkUsed}</p>}
      {ways !== undefined && !ways.accounts && !ways.local && <p>{t.noAccounts}</p>}
      {!isPending && (way === "account" ? <AccountForm onLogin={onLogin} /> : <TokenForm onLogin={onLogin} />)}
      {ways?.accounts && (
        <p>
          <Button variant="subtle" size="compact-sm" onClick={() => setChosen(way === "account" ? "token" : "account")}>
            {way === "account" ? t.byToken : t.byAccount}
          </Button>
        </p>
      )}
      {!isPending && way === "token" && <TokenHelp />}
    </LoginFrame>
  );
}

/** E-mail and password, then the code of the second factor if the account has one. */
function AccountForm({ onLogin }: Pick<LoginPageProps, "onLogin">) {
  const t = messages.login;
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState<string | null>(null);
  const login = useMutation({
    mutationFn: () => api.logIn({ email, password, ...(code === null ? {} : { code }) }),
    onSuccess: ({ needsCode }) => (needsCode ? setCode("") : onLogin()),
  });
  const isLoggedIn = login.data?.needsCode === false;
  const back = () => {
    login.reset();
    setCode(null);
  };
  return (
    <Form onSubmit={() => login.mutate()} onChange={() => login.isError && login.reset()}>
      {code === null ? (
        <>
          <TextInput
            label={messages.common.email}
            {...bound(email, setEmail)}
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
          />
          <PasswordField
            label={messages.common.password}
            {...bound(password, setPassword)}
            autoComplete="current-password"
          />
        </>
      ) : (
        <CodeInput
          key="code"
          label={messages.common.code}
          description={t.codeHint}
          {...bound(code, setCode)}
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoFocus
        />
      )}
      <Submit
        send={{ isPending: login.isPending || isLoggedIn, error: login.error }}
        action={t.logIn}
        ready={email.trim() !== "" && password !== "" && code?.trim() !== ""}
        {...(code !== null && { onCancel: back })}
      />
    </Form>
  );
}

function TokenForm({ onLogin }: Pick<LoginPageProps, "onLogin">) {
  const t = messages.login;
  const [typed, setTyped] = useState("");
  const login = useMutation({
    mutationFn: () => api.logIn({ token: tokenIn(typed) }),
    onSuccess: onLogin,
  });
  return (
    <Form onSubmit={() => login.mutate()}>
      <p>
        <Phrase text={t.how} />
      </p>
      <CodeInput label={t.token} {...bound(typed, setTyped)} autoComplete="off" autoFocus />
      <Submit
        send={{ isPending: login.isPending || login.isSuccess, error: login.error }}
        action={t.logIn}
        ready={typed.trim() !== ""}
      />
    </Form>
  );
}

function TokenHelp() {
  const t = messages.login;
  return (
    <details>
      <summary>{t.whereIsFolder}</summary>
      <p>
        <Phrase text={t.folder} />
      </p>
      <ul>
        <li>
          Linux: <code>~/.local/share/galley</code>
        </li>
        <li>
          macOS: <code>~/Library/Application Support/Galley</code>
        </li>
        <li>
          Windows: <code>%LOCALAPPDATA%\Galley</code>
        </li>
      </ul>
    </details>
  );
}

function LoginFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="main" gap="md" maw="34rem" mx="auto" px="lg" pt="12vh" pb="xl">
      <div className="wordmark">Galley</div>
      <h1>{title}</h1>
      {children}
    </Stack>
  );
}

interface LinkPageProps {
  me: Me | undefined;
  /** From the fragment of the link. */
  secret: string;
  onLogin: () => void;
}

/** The page of an invitation or reset link. Setting a password logs the person in. */
export function InvitationPage({ me, secret: token, onLogin }: LinkPageProps) {
  const t = messages.invitation;
  const invitation = useQuery({ ...invitationQuery(token), retry: false });
  const [password, setPassword] = useState("");
  const accept = useMutation({
    mutationFn: () => api.acceptInvitation({ token, password }),
    onSuccess: onLogin,
  });
  const { data, error } = invitation;
  return (
    <LoginFrame title={data === undefined ? t.unread : t.title}>
      {error !== null && (
        <>
          <ErrorNote error={error} {...(error instanceof ApiError ? {} : { retry: () => void invitation.refetch() })} />
          <p>
            <Link to="/">{t.toConsole}</Link>
          </p>
        </>
      )}
      {invitation.isPending && <p role="status">{t.reading}</p>}
      {data !== undefined && (
        <>
          <Facts>
            <Fact name={messages.common.name}>{data.name}</Fact>
            <Fact name={messages.common.email}>{data.email}</Fact>
          </Facts>
          {me !== undefined && <p className="notice">{t.other(me.person?.name ?? me.project?.name ?? t.owner)}</p>}
          <Form onSubmit={() => accept.mutate()}>
            {/* Password managers store the password under this name. */}
            <input type="hidden" name="username" autoComplete="username" value={data.email} />
            <PasswordField
              label={messages.common.password}
              description={t.passwordHint(MIN_PASSWORD)}
              {...bound(password, setPassword)}
              autoComplete="new-password"
              maxLength={1_024}
              autoFocus
            />
            <Submit
              send={{ isPending: accept.isPending || accept.isSuccess, error: accept.error }}
              action={t.action}
              ready={password.length >= MIN_PASSWORD}
            />
          </Form>
        </>
      )}
    </LoginFrame>
  );
}

/** Exchanges a site link for a login. Asks before it ends the login of a person. */
export function SiteLinkPage({ me, secret: link, onLogin }: LinkPageProps) {
  const t = messages.site;
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api.logIn({ site_link: link }),
    onSuccess: onLogin,
  });
  const needsConfirmation = me !== undefined && me.project === null;
  useEffect(() => {
    if (!needsConfirmation) mutate();
  }, [needsConfirmation, mutate]);
  return (
    <LoginFrame title={t.title}>
      {error !== null && <ErrorNote error={error} />}
      {needsConfirmation ? (
        <>
          <p>{t.other(me.person?.name ?? messages.invitation.owner)}</p>
          <p className="line">
            <Button loading={isPending} onClick={() => mutate()}>
              {t.open}
            </Button>
            <Link to="/">{t.stay}</Link>
          </p>
        </>
      ) : (
        error === null && <p role="status">{t.opening}</p>
      )}
    </LoginFrame>
  );
}

export function SiteLinkEnded() {
  const t = messages.site;
  return (
    <LoginFrame title={t.title}>
      <p>{t.ended}</p>
    </LoginFrame>
  );
}
