import type { Request } from "express";
import type { Invited } from "../../admin/accounts/accounts.ts";
import { LoggedIn } from "../../contracts/access-api.ts";
import {
  AccountInvitation,
  AccountPatch,
  AccountRow,
  Assignees,
  InvitationAcceptance,
  InvitationToken,
  InvitationView,
  NewAccount,
  OwnAccount,
  PasswordChange,
  PasswordProof,
  type Person,
  RecoveryCodes,
  TotpCode,
  TotpSecret,
} from "../../contracts/accounts-api.ts";
import { pageOf } from "../../contracts/schema-parts.ts";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import { isoTime } from "../../core/runtime.ts";
import type { Console } from "./console.ts";
import { visitorOf } from "./permissions.ts";
import type { AddRoute } from "./route.ts";

export function accountRoutes(route: AddRoute, { services, accountLogins, logins, hosts }: Console): void {
  const { accounts } = services;
  const viewOf = (req: Request, { admin, link: { token, expiresAt } }: Invited): AccountInvitation => ({
    admin,
    link: `${hosts.urlFor(req.get("Origin"))}/invitation#token=${token}`,
    expires_at: isoTime(expiresAt),
  });
  route("anyone post /invitation/read", {
    name: "readInvitation",
    summary: "Retrieve an invitation",
    body: InvitationToken,
    response: InvitationView,
    run: ({ req, body }) => accountLogins.readInvitation(req, body.token),
  });
  route("anyone post /invitation", {
    name: "acceptInvitation",
    summary: "Accept an invitation: set the password and log in",
    body: InvitationAcceptance,
    response: LoggedIn,
    run: ({ req, res, body }) => accountLogins.acceptInvitation(req, res, body),
  });

  route("admin get /admins", {
    name: "listAdmins",
    summary: "List all accounts, sorted by name",
    response: pageOf(AccountRow),
    run: () => ({ items: accounts.list(), next_cursor: null }),
  });
  route("admin post /admins", {
    name: "inviteAdmin",
    summary: "Create an account and an invitation link",
    body: NewAccount,
    response: AccountInvitation,
    status: 201,
    run: ({ req, body }) => viewOf(req, accounts.invite(body)),
  });
  route("admin patch /admins/:id", {
    name: "changeAdmin",
    summary: "Update the name or role of an account",
    body: AccountPatch,
    response: AccountRow,
    run: ({ params, body }) => accounts.patch(params.id, body),
  });
  route("admin delete /admins/:id", {
    name: "removeAdmin",
    summary: "Delete an account and end its logins",
    response: null,
    run: ({ params }) => accounts.remove(params.id),
  });
  route("admin post /admins/:id/reset", {
    name: "resetAdmin",
    summary: "Reset an account: remove its password, second factor and logins, and create a new invitation link",
    response: AccountInvitation,
    run: ({ req, params }) => viewOf(req, accounts.reset(params.id)),
  });
  // Operators assign problems, but cannot list the accounts.
  route("viewer get /assignees", {
    name: "listAssignees",
    summary: "List the accounts that problems can be assigned to",
    response: Assignees,
    run: () => ({ items: accounts.list().map(({ id, name }) => ({ id, name })) }),
  });

  route("viewer get /account", {
    name: "readAccount",
    summary: "Retrieve the caller's account",
    response: OwnAccount,
    run: ({ req }) => accounts.own(personOf(req).id),
  });
  route("viewer put /account/password", {
    name: "changeOwnPassword",
    summary: "Change the caller's password and end the account's other logins",
    body: PasswordChange,
    response: OwnAccount,
    async run({ req, body }) {
      const { id, email } = personOf(req);
      await accountLogins.requirePassword(req, email, body.current);
      await accounts.changePassword(id, body.password, logins.of(req)?.id ?? null);
      return accounts.own(id);
    },
  });
  route("viewer post /account/totp", {
    name: "beginSecondFactor",
    summary: "Create a secret for the caller's second factor; a code must confirm it",
    body: PasswordProof,
    response: TotpSecret,
    async run({ req, body }) {
      const { id, email } = personOf(req);
      await accountLogins.requirePassword(req, email, body.password);
      return accounts.beginSecondFactor(id);
    },
  });
  route("viewer put /account/totp", {
    name: "confirmSecondFactor",
    summary: "Confirm the second factor with a code and return recovery codes",
    body: TotpCode,
    response: RecoveryCodes,
    run: ({ req, body }) => ({ recovery_codes: accountLogins.confirmSecondFactor(personOf(req).id, body.code) }),
  });
  route("viewer post /account/totp/off", {
    name: "endSecondFactor",
    summary: "Turn off the caller's second factor",
    body: PasswordProof,
    response: OwnAccount,
    async run({ req, body }) {
      const { id, email } = personOf(req);
      await accountLogins.requirePassword(req, email, body.password);
      accounts.endSecondFactor(id);
      return accounts.own(id);
    },
  });
}

/** @throws AppError conflict for the owner, who has no account */
function personOf(req: Request): Person {
  const { person } = visitorOf(req);
  if (person === null) throw new AppError("conflict", sentence("logins.owner_has_none"));
  return person;
}
