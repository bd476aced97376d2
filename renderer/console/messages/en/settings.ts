import type { NetworkFields } from "../../../../server/contracts/settings-api.ts";

type FieldWords = { label: string; hint?: string };

export const settings = {
  toAll: "All settings",
  pages: {
    network: "Network",
    deliveries: "Deliveries",
    limits: "Limits",
    retention: "Retention",
    backups: "Backups",
    replication: "Replication",
    access: "Access",
    admins: "Admins",
    account: "Account",
    notifications: "Notifications",
    appearance: "Appearance and language",
    sample: "Sample site",
    logs: "Logs",
    audit: "Audit log",
    about: "About",
  },
  noSuchPage: "There is no such settings page.",
  save: "Save",
  discard: "Discard",

  restart: {
    title: "Restart needed",
    waiting: { network: "The network settings changed.", sandbox: "The sample site setting changed." },
    why: "The change applies after a restart, which takes a few seconds.",
    actionWhy: "Running deliveries and requests get ten seconds to finish. Editors keep unsaved changes.",
    action: "Restart now",
    restartNeeded: "Restart Galley to apply the change.",
    restarting: "Restarting…",
    back: "Galley is back.",
    moved: "The console is now at",
    fault: "The last restart kept the previous network settings:",
  },

  limits: {
    token_hours: { label: "Editor links expire after", hint: "1 to 720 hours" },
    open_limit_bytes: { label: "Maximum request size", hint: "MB, at most 20. For requests that open an article." },
    media_limit_bytes: { label: "Maximum upload size", hint: "MB, at most 20,480" },
  },
  retention: {
    version_days: {
      label: "Keep older versions",
      hint: "14 to 3,650 days after last use. The current and the last delivered version always stay.",
    },
    upload_days: { label: "Keep unused uploads", hint: "1 to 3,650 days" },
    log_days: { label: "Keep delivery attempts", hint: "1 to 3,650 days" },
    log_attempts: { label: "Maximum stored attempts", hint: "1,000 to 10,000,000" },
  },
  deliveries: {
    hold: "Hold all deliveries",
    holdHint: "Articles can be saved, but nothing is sent to any site.",
    proxies: "Use proxies from the environment",
    proxiesHint: (http: string | null, https: string | null) =>
      `HTTP_PROXY: ${http ?? "not set"}, HTTPS_PROXY: ${https ?? "not set"}. NO_PROXY applies.`,
  },
  sample: {
    hint: "A small site on this machine for testing. Changes apply after a restart.",
    at: "URL:",
    none: "This data folder has no sample site.",
    notOpen: "Galley was started without it.",
  },
  about: {
    forDevelopers: "For developers",
    apiDocs: "API reference",
    guide: "Integration guide",
    console: "Console URL",
    dataFolder: "Data folder",
    since: "Running since",
    licence: "Licence",
    thirdParty: "Third-party licences",
    guides: "Guides",
    guidesText: "In the <code>docs</code> folder of the program: operating, integrating, security.",
  },
  audit: {
    none: "No entries yet.",
    entries: "Entries",
    search: "Search the audit log",
    person: "Person",
    everyone: "Everyone",
    action: "Action",
    allActions: "All actions",
    export: "Export CSV",
  },
};

export const network = {
  sections: { public: "Sites and browsers", console: "Console", sample: "Sample site" },
  fields: {
    public_url: {
      label: "Public URL",
      hint: "The URL that sites and browsers use, such as https://galley.example.org. Leave empty to use the host and port below.",
    },
    host: { label: "Host", hint: "127.0.0.1: this machine only. 0.0.0.0: the whole network." },
    port: { label: "Port" },
    trusted_proxies: { label: "Trusted proxies", hint: "IP addresses, ranges such as 10.1.0.0/16, or loopback." },
    console_host: {
      label: "Console host",
      hint: "127.0.0.1: this machine only. On other machines, people need an account (Admins).",
    },
    console_port: { label: "Console port" },
    sandbox_port: { label: "Sample site port" },
  } satisfies Record<keyof NetworkFields, FieldWords> as Record<keyof NetworkFields, FieldWords>,
  setBy: (name: string) => `Set by <code>${name}</code>, which overrides this setting.`,
  untilRestart: (value: string) => `Until the restart: ${value}`,
  file: "Stored in <code></code>.",
  none: "none",
  tls: "Galley serves plain HTTP. For TLS, put a proxy in front; <code>docs/operating.md</code> has an example.",
  openWarning:
    "Without TLS, the whole network can read the traffic. Put a proxy in front, or use a trusted network only.",
  consoleWarning: "The console will be open to other machines. Invite its users under Admins first.",
};

export const access = {
  others: {
    title: "Other machines",
    open: "The console is open to other machines. Put a proxy with TLS in front, or allow your own network only.",
    closed:
      "Only this machine can open the console. To change that, invite people under Admins and set the console host under Network.",
    listensOn: "Listens on",
    urls: "URLs",
    names: "Host names",
    namesWhy: "Other host names of the console, such as that of a proxy; with <code>:port</code> if not 80 or 443.",
  },
  logins: {
    title: "Logins",
    none: "No browser is logged in.",
    window: "Desktop app",
    program: "Program",
    browserOn: (browser: string, system: string) => `${browser} on ${system}`,
    current: "this browser",
    kinds: { link: "login link", token: "token", window: "desktop app", password: "password", site_link: "site link" },
    about: (address: string, kind: string) => `${address}, ${kind}, last used <used></used>, since <since></since>`,
    end: "Log out",
    ends: "Logins expire after two weeks without use. To end all, delete the file <code>console-token</code> and restart Galley.",
  },
};

export const notifications = {
  what: "Galley reports exhausted deliveries, failing sites, low disk space, failed backups and replica problems, at most once an hour each.",
  test: "Send test",
  testSent: "Test message sent.",
  testFailed: "Test message failed.",
  testSaves: "Save before you send a test.",
  remove: { mail: "Remove e-mail", webhook: "Remove webhook" },
  removeWhy: "Deletes the settings, credentials and queued messages.",
  isSet: "Set. Leave empty to keep it.",
  mail: {
    enabled: "Send e-mail",
    host: "Mail server",
    security: "Security",
    securities: { starttls: "STARTTLS", tls: "TLS", none: "None" },
    noneWarning: "Messages and the password are sent unencrypted. Use this in a trusted network only.",
    user: "User",
    from: "From",
    to: "To",
    ca: "CA certificate (PEM)",
  },
  webhook: {
    title: "Webhook",
    what: "A <code>POST</code> with JSON; <code>text</code> has the whole message.",
    enabled: "Send to webhook",
    url: "Webhook URL",
    secret: "Signing secret",
    secretWhy: "Optional, at least 16 characters. Signs the body with HMAC-SHA256 as <code>X-Galley-Signature</code>.",
  },
  when: {
    title: "Thresholds",
    notify_site_minutes: { label: "Site failing for", hint: "1 to 1,440 minutes" },
    notify_disk_free_bytes: { label: "Free disk space below", hint: "MB, at least 64" },
  },
  quiet: {
    title: "Quiet hours",
    on: "Use quiet hours",
    why: "E-mail and webhook messages wait until quiet hours end, in the local time of this machine. A nearly full disk, a failed backup and a takeover are reported immediately. Desktop notifications do not wait.",
    from: "Start",
    to: "End",
  },
  sent: {
    title: "Messages",
    none: "No messages yet.",
    states: { waiting: "Queued", sent: "Sent", failed: "Failed" },
    by: { mail: "e-mail", webhook: "webhook" },
  },
};

export const logs = {
  title: "Log",
  search: "Search the log",
  level: "Level",
  levels: { info: "All", warning: "Warnings", error: "Errors" },
  marks: { info: "Info", warning: "Warning", error: "Error" },
  none: "No entries.",
  bundle: {
    title: "Support bundle",
    what: "A ZIP file for support with these files only:",
    /** The server has the English texts. */
    files: {} as Readonly<Record<string, string>>,
    without: "It contains no articles, pictures, fonts, callbacks, secrets, passwords, names or e-mail addresses.",
    save: "Download support bundle",
    creating: "Creating the bundle…",
    done: (size: string) => `Downloading the bundle (${size}).`,
  },
};
