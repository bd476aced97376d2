/** Access to the console: logins, passwords and hosts. Types of its API (`/api/login`, `/api/password`). */

/** Response to `GET /me`: whether the browser is logged in (200) or not (401). */
export interface Me {
  version: string;
  /** The newest event so far; `GET /events?after=` continues from there. */
  event_id: string;
  /** The browser's own login; null for the holder of the console token. */
  login: { id: string; kind: LoginRow["kind"] } | null;
}

/**
 * Response to `POST /login {token}` or `{password}`, beside the cookie. The browser sends the key with every other
 * request, in the header X-Galley-Key or as the query parameter `key`. A cookie without the key does not authenticate.
 */
export interface LoggedIn {
  key: string;
}

/**
 * Row of `GET /logins`: a browser that is logged in. `DELETE /logins/:id` ends a login; `POST /logout` ends the
 * caller's own.
 */
export interface LoginRow {
  id: string;
  /** How the browser authenticated; window: the desktop app's own window. */
  kind: "link" | "token" | "window" | "password";
  /** Whether this is the caller's own login. */
  current: boolean;
  user_agent: string;
  address: string;
  created_at: string;
  /** Accurate to ten minutes. */
  last_used_at: string;
  /** When an unused login expires; null for the window. */
  expires_at: string | null;
}

/** Response to `GET /login`, which needs no login: the ways in which this browser can log in. */
export interface LoginWays {
  /** Whether passwords are accepted. The token and one-time links always are. */
  password: boolean;
  /** Whether the browser runs on the machine of the appliance. */
  local: boolean;
}

/** Response to `GET`, `PUT` and `DELETE /password`. `PUT` takes `{password}`, 12 to 1,024 characters. */
export interface PasswordView {
  set: boolean;
  set_at: string | null;
}

/** Response to `GET /access`: whether other machines reach the console, and under which names. */
export interface AccessView {
  /** Value of `--console-host`. */
  listens_on: string;
  /** Whether other machines reach it. */
  open: boolean;
  /** URLs of the console, this machine's own first. */
  addresses: string[];
  /** Host names and IP addresses that requests may name, beside those of the setting `console_hosts`. */
  own_names: string[];
}

/** Response to `POST /console-link`, 201: a link that logs one browser in, once. */
export interface ConsoleLinkView {
  link: string;
  expires_at: string;
}
