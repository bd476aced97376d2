import { Button, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../data/api.ts";
import { tokenIn } from "../data/login-key.ts";
import { loginWaysQuery } from "../data/operations.ts";
import { messages } from "../messages/index.ts";
import { Phrase } from "../parts/basics.tsx";
import { ErrorNote } from "../parts/Notes.tsx";
import "./login.css";
import { bound, Form } from "../parts/Form.tsx";

interface LoginPageProps {
  /** The login link was already used or has expired. */
  linkWasUsed: boolean;
  onLogin: () => void;
}

/** Asks other machines for an account, and this machine for the token. */
export function LoginPage({ linkWasUsed, onLogin }: LoginPageProps) {
  const t = messages.login;
  const { data: ways } = useQuery(loginWaysQuery);
  const [typed, setTyped] = useState("");
  const [email, setEmail] = useState("");
  const [code, setCode] = useState<string | null>(null);
  const [chosen, setChosen] = useState<"token" | "account" | null>(null);
  const way = chosen ?? (ways?.accounts && !ways.local ? "account" : "token");
  const login = useMutation({
    mutationFn: () =>
      api.login(
        way === "token" ? { token: tokenIn(typed) } : { email, password: typed, ...(code === null ? {} : { code }) },
      ),
    onSuccess: ({ needs_code }) => (needs_code ? setCode("") : onLogin()),
    gcTime: 0,
  });

  const choose = (other: "token" | "account") => {
    login.reset();
    setTyped("");
    setCode(null);
    setChosen(other);
  };

  return (
    <main className="login-page">
      <div className="wordmark">Galley</div>
      <h1>{t.title}</h1>
      {linkWasUsed && <p role="status">{t.linkWasUsed}</p>}
      {way === "token" && (
        <p>
          <Phrase text={t.how} />
        </p>
      )}
      {ways !== undefined && !ways.accounts && !ways.local && <p>{t.noAccounts}</p>}
      <Form className="" onSubmit={() => login.mutate()}>
        {way === "account" && (
          <TextInput label={t.email} {...bound(email, setEmail)} autoComplete="username" spellCheck={false} autoFocus />
        )}
        <TextInput
          key={way}
          label={way === "account" ? t.password : t.token}
          type={way === "account" ? "password" : "text"}
          {...bound(typed, setTyped)}
          autoComplete={way === "account" ? "current-password" : "off"}
          spellCheck={false}
          autoFocus={way === "token"}
          classNames={{ input: way === "account" ? "" : "mono-input" }}
        />
        {code !== null && (
          <TextInput
            label={t.code}
            {...bound(code, setCode)}
            autoComplete="one-time-code"
            spellCheck={false}
            autoFocus
          />
        )}
        {login.error && <ErrorNote error={login.error} />}
        <Button type="submit" loading={login.isPending} disabled={typed.trim() === ""}>
          {t.logIn}
        </Button>
      </Form>
      {ways?.accounts && (
        <p>
          <Button variant="subtle" size="compact-sm" onClick={() => choose(way === "account" ? "token" : "account")}>
            {way === "account" ? t.byToken : t.byAccount}
          </Button>
        </p>
      )}
      <details hidden={way === "account"}>
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
    </main>
  );
}
