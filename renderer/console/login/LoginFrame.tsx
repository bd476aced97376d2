import type { ReactNode } from "react";
import "./login.css";

/** The frame of the pages before the login. */
export function LoginFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="login-page">
      <div className="wordmark">Galley</div>
      <h1>{title}</h1>
      {children}
    </main>
  );
}
