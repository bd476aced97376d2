import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../data/api.ts";
import { tokenIn } from "../data/login-key.ts";
import { messages } from "../messages/index.ts";
import { ErrorNote } from "../parts/Notes.tsx";
import { Phrase } from "../parts/Phrase.tsx";
import "./login.css";

export interface LoginPageProps {
  /** The link that led here had logged in somebody before, or was too old. */
  linkWasUsed: boolean;
  onLogin: () => void;
}

/** For a browser that is not logged in: says where the key lies, and takes it. */
export function LoginPage({ linkWasUsed, onLogin }: LoginPageProps) {
  const t = messages.login;
  const [typed, setTyped] = useState("");
  const login = useMutation({
    mutationFn: (token: string) => api.login(token),
    onSuccess: onLogin,
    // The token is not kept once the page is left.
    gcTime: 0,
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    login.mutate(tokenIn(typed));
  };

  return (
    <main className="login-page">
      <div className="wordmark login-wordmark">Galley</div>
      <h1>{t.title}</h1>
      {linkWasUsed && (
        <p role="status" className="login-note">
          {t.linkWasUsed}
        </p>
      )}
      <p>
        <Phrase text={t.how} />
      </p>
      <form onSubmit={submit}>
        <TextInput
          label={t.token}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          classNames={{ input: "mono-input" }}
        />
        {login.error && <ErrorNote error={login.error} />}
        <Button type="submit" loading={login.isPending || login.isSuccess} disabled={typed.trim() === ""}>
          {t.logIn}
        </Button>
      </form>
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
    </main>
  );
}
