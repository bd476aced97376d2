import type { ReactNode } from "react";
import "./login.css";

/** A page for those who are not logged in. */
export function LoginFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="login-page">
      <div className="wordmark">Galley</div>
      <h1>{title}</h1>
      {children}
    </main>
  );
}
