import type { LoggedIn, LoginWays } from "../../../server/contracts/access-api.ts";
import type {
  AccountInvitation,
  AccountLogin,
  AccountPatch,
  AccountRow,
  InvitationAcceptance,
  InvitationView,
  NewAccount,
  OwnAccount,
  PasswordChange,
  RecoveryCodes,
  TotpSecret,
} from "../../../server/contracts/accounts-api.ts";
import { client, loginClient, loginKey } from "./api.ts";
import { detailQuery, items, loaded, UNCACHED } from "./queries.ts";

/** Characters, as in the contract. Its schemas are not bundled. */
export const MIN_PASSWORD = 12;

export const accountKeys = {
  account: ["account"],
  admins: ["admins"],
} as const;

type LoginBody = { token: string } | { site_link: string } | AccountLogin;

const storeLogin = ({ key, needs_code }: LoggedIn): { needsCode: boolean } => {
  if (key !== null) loginKey.write(key);
  return { needsCode: needs_code };
};

export const accounts = {
  /** @returns needsCode: the password was right, now send it with the code of the second factor */
  logIn: async (by: LoginBody) => storeLogin(await loginClient.post<LoggedIn>("/login", by)),
  acceptInvitation: async (body: InvitationAcceptance) =>
    storeLogin(await loginClient.post<LoggedIn>("/invitation", body)),

  changePassword: (body: PasswordChange) => client.put<void>("/account/password", body),
  startTotp: (password: string) => client.post<TotpSecret>("/account/totp", { password }),
  confirmTotp: (code: string) => client.put<RecoveryCodes>("/account/totp", { code }),
  turnOffTotp: (password: string) => client.post<void>("/account/totp/off", { password }),

  invite: (body: NewAccount) => client.post<AccountInvitation>("/admins", body),
  change: (id: string, patch: AccountPatch) => client.patch<AccountRow>(`/admins/${id}`, patch),
  reset: (id: string) => client.post<AccountInvitation>(`/admins/${id}/reset`),
  end: (id: string) => client.delete<void>(`/admins/${id}`),
};

/** Keys with "me" are kept when the login ends. */
export const loginWaysQuery = {
  ...loaded(["me", "login-ways"], (signal) => loginClient.get<LoginWays>("/login", { signal })),
  ...UNCACHED,
};

export const invitationQuery = (token: string) => ({
  ...loaded(["me", "invitation", token], (signal) =>
    loginClient.post<InvitationView>("/invitation/read", { token }, { signal }),
  ),
  ...UNCACHED,
});

export const accountQuery = detailQuery<OwnAccount>(accountKeys.account, "/account");

export const adminsQuery = items<AccountRow>(accountKeys.admins, "/admins");
