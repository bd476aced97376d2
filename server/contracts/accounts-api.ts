/**
 * Accounts of the console: types of its API (`/api/admins`, `/api/account`, `/api/invitation`).
 * Glossary. account: a person with a role. owner: an admin without an account, logged in with the console token, a
 * one-time link or the desktop window. second factor: a time-based code (TOTP, RFC 6238).
 */
import { z } from "zod";
import { id, ofLength, time } from "./schema-parts.ts";
import { fault } from "./sentences/index.ts";

/** Lowest first; each role includes the permissions of those before it. */
export const ROLES = ["viewer", "operator", "admin"] as const;
export const Role = z.enum(ROLES, fault("api.one_of", { values: [...ROLES] }));
export type Role = (typeof ROLES)[number];

export const hasRole = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** Length in characters. */
export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 1_024;
export const MAX_ACCOUNTS = 200;
export const RECOVERY_CODES = 10;

/** No control characters: commands print names on a terminal. */
const personName = ofLength(z.string().trim(), 1, 200).regex(/^\P{Cc}*$/u, fault("api.name_form"));
/** No control characters and no spaces, which could inject SMTP commands. */
export const mailAddress = z
  .string()
  .trim()
  .max(320)
  .regex(/^[^\s<>",;:\\@\p{Cc}]+@[^\s<>",;:\\@\p{Cc}]+$/u, fault("admin.mail_address_form"));
const newPassword = z
  .string()
  .min(MIN_PASSWORD, fault("api.password_min", { min: MIN_PASSWORD }))
  .max(MAX_PASSWORD, fault("api.password_max", { max: MAX_PASSWORD }));
const givenPassword = z.string().max(MAX_PASSWORD);
/** Six digits of the second factor, or a recovery code; spaces and dashes are ignored. */
const code = z.string().trim().min(1).max(40);
const token = z.string().min(1).max(200);

/** Row of `GET /admins`: at most 200 accounts, sorted by name. */
export const AccountRow = z
  .object({
    id,
    name: z.string(),
    email: z.string(),
    role: Role,
    /** invited: no password yet. */
    state: z.enum(["invited", "active"]),
    has_totp: z.boolean(),
    created_at: time,
    last_login_at: time.nullable(),
    /** When the invitation or reset link expires; null without one. */
    link_expires_at: time.nullable(),
  })
  .meta({ id: "Account" });
export type AccountRow = z.infer<typeof AccountRow>;

/** Response to `GET /assignees`: the accounts that problems can be assigned to, sorted by name. */
export const Assignees = z.object({ items: z.array(z.object({ id, name: z.string() })) }).meta({ id: "Assignees" });
export type Assignees = z.infer<typeof Assignees>;

export const NewAccount = z.strictObject({ name: personName, email: mailAddress, role: Role });
export type NewAccount = z.infer<typeof NewAccount>;

/** Body of `PATCH /admins/:id`; omitted fields keep their values. */
export const AccountPatch = z.strictObject({ name: personName.optional(), role: Role.optional() });
export type AccountPatch = z.infer<typeof AccountPatch>;

/** Response to `POST /admins` (201) and `POST /admins/:id/reset`. The link works once and is shown only here. */
export const AccountInvitation = z.object({ admin: AccountRow, link: z.string(), expires_at: time });
export type AccountInvitation = z.infer<typeof AccountInvitation>;

export const InvitationToken = z.strictObject({ token });
export const InvitationView = z.object({ name: z.string(), email: z.string() });
export type InvitationView = z.infer<typeof InvitationView>;

/** Body of `POST /invitation`, which needs no login: sets the password and logs in. The response is `LoggedIn`. */
export const InvitationAcceptance = z.strictObject({ token, password: newPassword });
export type InvitationAcceptance = z.infer<typeof InvitationAcceptance>;

/** Response to `GET /account`, `PUT /account/password` and `POST /account/totp/off`: the caller's account. 409 for the owner. */
export const OwnAccount = z
  .object({
    name: z.string(),
    email: z.string(),
    role: Role,
    has_totp: z.boolean(),
    recovery_codes_left: z.number(),
  })
  .meta({ id: "OwnAccount" });
export type OwnAccount = z.infer<typeof OwnAccount>;

/** Body of `PUT /account/password`. Other logins of the account end. */
export const PasswordChange = z.strictObject({ current: givenPassword, password: newPassword });
export type PasswordChange = z.infer<typeof PasswordChange>;

export const PasswordProof = z.strictObject({ password: givenPassword });

/** Response to `POST /account/totp`: the secret in base32 and as an `otpauth:` URI. `PUT` with a code activates it. */
export const TotpSecret = z.object({ secret: z.string(), uri: z.string() });
export type TotpSecret = z.infer<typeof TotpSecret>;

export const TotpCode = z.strictObject({ code });

/** Response to `PUT /account/totp`, shown only here. Each code replaces the second factor once. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

/** Body of `POST /login` for an account: first without `code`, again with it if the response has `needs_code`. */
export const AccountLogin = z.strictObject({
  email: z.string().max(320),
  password: givenPassword,
  code: code.optional(),
});
export type AccountLogin = z.infer<typeof AccountLogin>;

/** The person of a request, in `GET /me`. */
export const Person = z.object({ id, name: z.string(), email: z.string() });
export type Person = z.infer<typeof Person>;
