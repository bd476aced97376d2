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

/** Asks other machines for the password, and this machine for the token. */
export function LoginPage({ linkWasUsed, onLogin }: LoginPageProps) {
  const t = messages.login;
  const { data: ways } = useQuery(loginWaysQuery);
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<"token" | "password" | null>(null);
  const way = chosen ?? (ways?.password && !ways.local ? "password" : "token");
  const login = useMutation({
    mutationFn: (given: string) => api.login(way === "password" ? { password: given } : { token: tokenIn(given) }),
    onSuccess: onLogin,
    gcTime: 0,
  });

  const choose = (other: "token" | "password") => {
    login.reset();
    setTyped("");
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
      {ways !== undefined && !ways.password && !ways.local && <p>{t.passwordNone}</p>}
      <Form className="" onSubmit={() => login.mutate(typed)}>
        <TextInput
          key={way}
          label={way === "password" ? t.password : t.token}
          type={way === "password" ? "password" : "text"}
          {...bound(typed, setTyped)}
          autoComplete={way === "password" ? "current-password" : "off"}
          spellCheck={false}
          autoFocus
          classNames={{ input: way === "password" ? "" : "mono-input" }}
        />
        {login.error && <ErrorNote error={login.error} />}
        <Button type="submit" loading={login.isPending || login.isSuccess} disabled={typed.trim() === ""}>
          {t.logIn}
        </Button>
      </Form>
      {ways?.password && (
        <p>
          <Button variant="subtle" size="compact-sm" onClick={() => choose(way === "password" ? "token" : "password")}>
            {way === "password" ? t.byToken : t.byPassword}
          </Button>
        </p>
      )}
      <details hidden={way === "password"}>
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
