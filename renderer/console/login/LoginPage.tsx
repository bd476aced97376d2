import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api } from "../data/api.ts";
import { tokenIn } from "../data/login-key.ts";
import { ErrorNote } from "../parts/Notes.tsx";
import "./login.css";

export interface LoginPageProps {
  /** The link that led here had logged in somebody before, or was too old. */
  linkWasUsed: boolean;
  onLogin: () => void;
}

/** For a browser that is not logged in: says where the key lies, and takes it. */
export function LoginPage({ linkWasUsed, onLogin }: LoginPageProps) {
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
      <h1>Log in to the console</h1>
      {linkWasUsed && (
        <p role="status" className="login-note">
          This link was used already, or is older than ten minutes. Each logs in one browser, once.
        </p>
      )}
      <p>
        When Galley starts, it prints a link that logs in once. Open that link in this browser. A token that always
        works lies in the file <code>console-token</code> in the data folder; only the account that runs Galley can read
        it. The desktop app's window needs neither: close it and open it again.
      </p>
      <form onSubmit={submit}>
        <TextInput
          label="Token, or the whole link"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          classNames={{ input: "mono-input" }}
        />
        {login.error && <ErrorNote error={login.error} />}
        <Button type="submit" loading={login.isPending || login.isSuccess} disabled={typed.trim() === ""}>
          Log in
        </Button>
      </form>
      <details>
        <summary>Where is the data folder?</summary>
        <p>
          It is the <code>data_dir</code> of the line printed at start. Unless another was chosen with{" "}
          <code>--data-dir</code>:
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
