/** Who may use the console, from where, and how they are let in: types of its API (`/api/login`, `/api/password`). */

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
