import { counted } from "./words.ts";

export const roles = {
  label: "Role",
  names: { viewer: "Viewer", operator: "Operator", admin: "Admin" },
  about: {
    viewer: "Sees everything except secrets.",
    operator: "Also resends and holds deliveries, publishes fonts, checks receivers and restores versions.",
    admin: "Also changes projects, secrets, settings and accounts.",
  },
  changedBy: {
    viewer: "",
    operator: "Only operators and admins can change this.",
    admin: "Only admins can change this.",
  },
  openTo: {
    viewer: "",
    operator: "Only operators and admins can open this page.",
    admin: "Only admins can open this page.",
  },
};

export const login = {
  title: "Log in to the console",
  linkUsed: "This link was already used or is older than ten minutes.",
  how: "Open the login link that Galley prints at start, or enter the token from the file <code>console-token</code> in the data folder.",
  token: "Token or login link",
  logIn: "Log in",
  showPassword: "Show password",
  codeHint: "From your authenticator app, or one of your recovery codes.",
  noAccounts:
    "This console has no accounts yet. Open it on the machine that runs Galley and invite people under Settings → Admins.",
  byToken: "Use the console token",
  byAccount: "Use e-mail and password",
  whereIsFolder: "Where is the data folder?",
  folder: "Galley prints it at start as <code>data_dir</code>. By default it is:",
};

export const invitation = {
  title: "Set your password",
  reading: "Checking the invitation…",
  unread: "Invitation",
  passwordHint: (least: number) => `At least ${least} characters.`,
  action: "Set password and log in",
  other: (name: string) => `This browser is logged in as ${name}. Setting the password ends that login.`,
  owner: "the owner",
  toConsole: "Go to the console",
  offer: "Protect your account: add a code from an app to your password.",
};

export const account = {
  owner: "The owner has no account. Invite yourself under Admins to create one.",
  password: {
    current: "Current password",
    another: "New password",
    hint: (least: number) => `At least ${least} characters. Changing it logs you out elsewhere.`,
    action: "Change password",
    done: "Password changed. You are logged out elsewhere.",
  },
  factor: {
    title: "Second factor",
    off: "Off. When on, each login also requires a code from an app on your phone.",
    on: "On. Each login requires a code from your app.",
    codesLeft: (count: number) => `${counted(count, "recovery code")} left.`,
    setUp: "Set up second factor",
    another: "Set up again",
    anotherWhy: "The current app and recovery codes work until you turn on the new ones.",
    scan: "Scan this with an authenticator app, or enter the key manually.",
    picture: "QR code for the authenticator app",
    key: "Key",
    code: "Code from the app",
    turnOn: "Turn on",
    codes: "Recovery codes",
    codesWhy: "Each code logs you in once without the app. They are shown only now: store them with your passwords.",
    copyCodes: "recovery codes",
    done: "I have saved them",
    turnOffWhy: "You will log in with your password alone. The recovery codes stop working.",
    turnOff: "Turn off second factor",
  },
};

export const admins = {
  what: "People who log in with e-mail and password. The console token stays with the owner of this machine.",
  none: "No accounts yet.",
  list: "Accounts",
  invite: "Invite…",
  inviteTitle: "Invite a person",
  you: "you",
  invited: "Invited",
  linkExpired: "link expired",
  hasFactor: "second factor",
  noFactor: "no second factor",
  lastLogin: "last login <time></time>",
  noLogin: "never logged in",
  linkUntil: "link works until <time></time>",
  link: {
    button: "New link…",
    why: (name: string) =>
      `Removes the password and second factor of ${name} and ends all their logins. The link sets a new password.`,
    linkFor: (name: string) => `Link for ${name}`,
    what: "link",
    once: "Send it to <name></name>. It works once, until <time></time>, and is shown only now.",
  },
  end: {
    why: (name: string) => `${name} is logged out everywhere and can no longer log in. The audit log keeps the name.`,
    action: "Remove account",
  },
};

export const siteLinks = {
  why: "A link for the developer of this project's site. It shows the project's deliveries and requests and runs the receiver check, without a login.",
  name: "Recipient",
  days: "Expires after (days)",
  once: "Send it to <name></name>. It works until <time></time> and is shown only now.",
  list: "Active links",
  none: "No site links.",
  until: "works until <time></time>",
  unused: "not used yet",
  by: (name: string) => `created by ${name}`,
  removeWhy: "It stops working immediately, even where it is open.",
  remove: "Remove link",
};

/** The pages of a site link. */
export const site = {
  until: "Link works until <time></time>",
  opening: "Opening the link…",
  title: "Site link",
  other: (name: string) => `This browser is logged in as ${name}. Opening the link ends that login.`,
  open: "Open the link",
  stay: "Back to the console",
  ended: "You are logged out. Open your link again. If it no longer works, ask an admin of Galley for a new one.",
  only: (project: string) => `Your link opens the deliveries, the requests and the receiver check of ${project} only.`,
};
