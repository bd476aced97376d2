/** `server/logins/` and `server/api/console/login.ts`. */
export const logins = {
  no_login: "There is no login {id}.",
  too_many_at_once: "Too many passwords are being checked. Try again shortly.",
} as const;
