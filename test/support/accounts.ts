/** Accounts of an appliance, and browsers that are logged in with them. */
import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { LoggedIn } from "../../server/contracts/access-api.ts";
import type { AccountInvitation, RecoveryCodes, Role, TotpSecret } from "../../server/contracts/accounts-api.ts";
import type { RunningAppliance } from "./running-appliance.ts";

export const PASSWORD = "eine Fähre nach Riga";

export interface ApiResponse<T = unknown> {
  status: number;
  body: T;
  cookies: string[];
}

type At = Pick<RunningAppliance, "consoleUrl">;

/** Calls the console's API and returns any response. */
export async function call<T>(
  { consoleUrl }: At,
  method: string,
  where: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ApiResponse<T>> {
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(`${consoleUrl}/api${where}`, { method, headers, ...content });
  const text = await response.text();
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  return {
    status: response.status,
    body: (isJson ? JSON.parse(text) : undefined) as T,
    cookies: response.headers.getSetCookie(),
  };
}

/** The headers of a browser after a response that logged it in. */
export const headersAfter = ({ body, cookies }: ApiResponse<LoggedIn>): Record<string, string> => ({
  cookie: cookies.map((each) => each.split(";")[0]).join("; "),
  "x-galley-key": body.key ?? "",
});

export type Browser = ReturnType<typeof browserOf>;

/** Calls the console's API with a login. */
export function browserOf(at: At, headers: Record<string, string>) {
  return {
    headers,
    ask: <T = unknown>(method: string, where: string, body?: unknown) => call<T>(at, method, where, body, headers),
  };
}

/** The token of an invitation's link. */
export const tokenOf = ({ link }: AccountInvitation): string => new URL(link).hash.replace("#token=", "");

export async function logInAs(at: At, email: string, more: { password?: string; code?: string } = {}) {
  const response = await call<LoggedIn>(at, "POST", "/login", { email, password: PASSWORD, ...more });
  if (response.status !== 200 || response.body.key === null)
    throw new Error(`Login: status ${response.status}: ${JSON.stringify(response.body)}`);
  return browserOf(at, headersAfter(response));
}

/** Creates an account with a role and a browser that is logged in with it. */
export async function accountOf(appliance: RunningAppliance, role: Role, name = "Ida") {
  const email = `${randomBytes(4).toString("hex")}@example.org`;
  const invited = await appliance.console<AccountInvitation>("POST", "/admins", { name, email, role });
  const acceptance = { token: tokenOf(invited), password: PASSWORD };
  const response = await call<LoggedIn>(appliance, "POST", "/invitation", acceptance);
  return { account: invited.admin, ...browserOf(appliance, headersAfter(response)) };
}

/** The code of an authenticator app at a time in ms. */
export const codeAt = (secret: string, time: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time });

/** Enables the second factor of an account. */
export async function secondFactorOf({ ask }: Browser, now: number) {
  const { body: begun } = await ask<TotpSecret>("POST", "/account/totp", { password: PASSWORD });
  const { body } = await ask<RecoveryCodes>("PUT", "/account/totp", { code: codeAt(begun.secret, now) });
  return { secret: begun.secret, codes: body.recovery_codes };
}
