/** Who may use the console, from where, and how they are let in: types of its API (`/api/login`, `/api/password`). */

/** Answer of `GET /me`: whether the browser is logged in (200) or not (401). */
export interface Me {
  version: string;
  /** The newest event so far: `GET /events?after=` goes on from there. */
  event_id: string;
  /** The browser's own login; null for the holder of the console token. */
  login: { id: string; kind: LoginRow["kind"] } | null;
}

/**
 * Answer of `POST /login {token}` or `{password}`, beside the cookie. Every other request of the browser carries the key, in
 * the header X-Galley-Key or as the query parameter `key`; a cookie without it lets nobody in.
 */
export interface LoggedIn {
  key: string;
}

/** Row of `GET /logins`: a browser that is logged in. `DELETE /logins/:id` ends it, `POST /logout` one's own. */
export interface LoginRow {
  id: string;
  /** How it was let in; window: the desktop app's own. */
  kind: "link" | "token" | "window" | "password";
  /** Whether it is the one that asks. */
  current: boolean;
  user_agent: string;
  address: string;
  created_at: string;
  /** To within ten minutes. */
  last_used_at: string;
  /** When it ends if it is not used; null for the window. */
  expires_at: string | null;
}

/** Answer of `GET /login`, which asks for no login: how this browser may get in. */
export interface LoginWays {
  /** Whether a password lets in; the token and one-time links always do. */
  password: boolean;
  /** Whether the browser runs on the machine of the appliance. */
  local: boolean;
}

/** Answer of `GET`, `PUT` and `DELETE /password`. `PUT` takes `{password}`, 12 to 1,024 characters. */
export interface PasswordView {
  set: boolean;
  set_at: string | null;
}

/** Answer of `GET /access`: whether other machines reach the console, and under which names. */
export interface AccessView {
  /** What `--console-host` names. */
  listens_on: string;
  /** Whether other machines reach it. */
  open: boolean;
  /** Addresses that lead to it, this machine's own first. */
  addresses: string[];
  /** Names and addresses that a request may be for, beside those of the setting `console_hosts`. */
  own_names: string[];
}

/** Answer of `POST /console-link`, 201: a link that logs one browser in, once. */
export interface ConsoleLinkView {
  link: string;
  expires_at: string;
}
