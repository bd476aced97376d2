/** The actions of the audit log, as stored. The console translates them. */
export const AUDIT_ACTIONS = [
  "logged in",
  "login ended",
  "login link made",
  "password set",
  "password changed",
  "password removed",
  "account created",
  "account changed",
  "account removed",
  "account reset",
  "invitation accepted",
  "second factor on",
  "second factor off",
  "recovery code used",

  "project created",
  "project changed",
  "project deleted",
  "secret revealed",
  "secret rotated",
  "old secret ended",
  "new secret in use",
  "signature calculated",
  "receiver checked",
  "site link created",
  "site link removed",

  "font added",
  "font corrected",
  "font removed",
  "fonts published",
  "snippet renamed",
  "snippet deleted",

  "session deleted",
  "version restored",
  "editor opened",
  "files fetched again",
  "delivery sent again",
  "deliveries sent again",
  "delivery cancelled",
  "site held",
  "site released",
  "site alerts changed",
  "problem changed",
  "credentials shown",

  "settings changed",
  "network changed",
  "restarted",
  "notifications changed",
  "notifications removed",
  "test notification",
  "support bundle made",
  "audit log exported",

  "backup made",
  "backup kept",
  "kept backup downloaded",
  "backup deleted",
  "backup plan changed",
  "restore begun",
  "backup restored",
  "replica changed",
  "replica removed",
  "taken over",
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Id of the admin with the console token, a login link or the window of the desktop app. */
export const OWNER = "owner";
/** Id of Galley itself, for actions without a client. */
export const GALLEY = "galley";
/** Id of all journalists: they have no accounts. */
export const JOURNALIST = "editor";
