import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { api } from "../api.ts";
import { ErrorNote } from "../parts/Notes.tsx";
import { tokenIn } from "./token-in.ts";

/** For a browser that is not logged in: says where the key lies, and takes it. */
export function LoginPage({ onLogin }: { onLogin: () => void }) {
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);

  const logIn = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await api.login(tokenIn(typed));
      onLogin();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };

  return (
    <main className="login">
      <div className="wordmark">Galley</div>
      <h1>Log in to the console</h1>
      <p>
        When Galley starts, it prints a link that logs in once. Open that link in this browser. The same token lies in
        the file <code>console-token</code> in the data folder; only the account that runs Galley can read it.
      </p>
      <form onSubmit={(event) => void logIn(event)}>
        <TextInput
          label="Token, or the whole link"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          classNames={{ input: "mono-input" }}
        />
        {error !== undefined && <ErrorNote error={error} />}
        <Button type="submit" loading={busy} disabled={typed.trim() === ""}>
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
