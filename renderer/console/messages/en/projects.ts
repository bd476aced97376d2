import type { CheckVerdict } from "../../../../server/contracts/receiver-check-api.ts";
import { counted, uncapitalize } from "./words.ts";

export const projects = {
  create: "New project",
  list: {
    search: "Search projects",
    orders: { name: "Name", activity: "Last activity", state: "State" },
    noActivity: "No activity yet",
  },
  noHostYet: "no allowed hosts",
  disabled: "Disabled",
  none: "No projects yet",
  gone: { title: "Project not found", back: "Back to the projects" },

  tabs: {
    keys: "Keys",
    hosts: "Hosts",
    integrate: "Integrate",
    check: "Check",
    fonts: "Fonts",
    snippets: "Snippets",
    links: "Site links",
    settings: "Settings",
  },

  form: {
    name: "Site name",
    nameWhy: "Journalists see it in the editor.",
    environment: "Environment",
    environmentWhy: "It cannot be changed later.",
    devWhy: "For development and testing. localhost is allowed.",
    prodWhy: "For the live site. Only listed hosts are allowed.",
    noHosts: "Sites cannot open articles until you add a host.",
  },

  keys: {
    secret: "API secret",
    reveal: "Reveal",
    acceptedUntil: "accepted until <time></time>",
    signs: "signs callbacks until the site uses the new one",
    wrong: "<link>Wrong signatures</link>",
  },
  rotation: {
    action: "New secret",
    hours: "Accept the current secret for",
    choices: { none: "Revoke now", hour: "1 hour", day: "1 day", days: "3 days", week: "1 week", month: "30 days" },
    overlap:
      "Callbacks are signed with the current secret until the site first signs with the new one. Update the site within this time, then open an article there.",
    atOnce:
      "The site gets 403 and cannot verify callbacks until it has the new secret. Choose this if the secret has leaked.",
  },
  revocation: {
    action: "Revoke now",
    inUse:
      "The site has not signed with the new secret yet. Without it, the site gets 403 and cannot verify callbacks.",
    notInUse: "The site already signs with the new secret. Servers that still use the previous one get 403.",
    irreversible: "This cannot be undone.",
  },

  hosts: {
    why: "Hosts that Galley may call: <code>cms.example.org</code>, <code>*.example.org</code> (subdomains only) or <code>cms.example.org:8443</code>.",
    whyDev: "Development projects may also use localhost, 127.0.0.1 and ::1.",
    fault: (entry: string) =>
      `“${entry}” is not a host. Enter one such as cms.example.org, *.example.org or cms.example.org:8443.`,
  },
  hostCheck: {
    title: "Test a callback URL",
    why: "Nothing is sent to it.",
    unsaved: "Your changes above are not saved yet.",
    allowed: "Allowed",
    refused: "Not allowed",
    byListed: "by <code></code>",
    byDev: "as <code></code>, allowed in development",
    sentence: "The site would get 403 with:",
    dial: "Connects to",
    direct: (host: string, port: number) => `${host}, port ${port}`,
    proxy: (host: string, port: number, proxy: string) => `${host}, port ${port}, through ${proxy}`,
    addresses: "IP addresses",
    kinds: { public: "public", private: "private network", loopback: "this machine", forbidden: "reserved" },
    dialled: "allowed",
    notDialled: {
      private: "not allowed: private addresses need an exact entry, without *",
      loopback: "not allowed: add localhost or the address itself",
      forbidden: "not allowed: link-local, cloud metadata and reserved addresses are always blocked",
      public: "not allowed",
    },
    notFound: "This name does not exist (DNS). Callbacks would fail with dns_not_found and be retried.",
    lookupFailed: "The DNS lookup failed. Callbacks would fail and be retried.",
    impossible: "None of these addresses is allowed. Callbacks would fail with host_not_allowed.",
  },

  integrate: {
    open: "Open an article",
    variables: "Set these variables in your shell:",
    variablesWhat: "variables for the examples",
    secretFirst: "Then run this line on its own and paste the API secret:",
    secretLine: "line that prompts for the secret",
    openResult: "“url” in the response is the editor link.",
    receive: "Receive a save",
    receiveWhy:
      "A complete receiver: it verifies the signature, downloads the archive, stores files, HTML and state, and responds with public URLs.",
    receiveWhere: (url: string) => `Galley calls it at ${url}.`,
    noReceiver: "curl cannot receive callbacks. Choose Node, PHP or Python.",
    saveAs: "Save it as <code></code> and run:",
    paste: "Paste it into the shell:",
    docs: "<guide>The guide</guide> explains each step. <docs>The API reference</docs> describes every field.",
  },
  calculator: {
    title: "Signature calculator",
    why: "Calculates X-Service-Signature. Each use is recorded in the audit log.",
    url: "URL",
    urlWhy: "callback_url for an open; content_url without its query for a callback or download.",
    given: "Signature to check",
    action: "Calculate",
    signed: "Signed text",
    by: { current: "Current secret", former: "Previous secret" },
    callbacks: "Signs callbacks.",
    right: { current: "Valid, current secret", former: "Valid, previous secret" },
    wrong: "Invalid",
    signature: "signature",
  },

  settings: {
    timeout: "Callback timeout (seconds)",
    styleSheet: "Style sheet",
    styleSheetWhy: "Choose a file if the site removes <style> from HTML.",
    styleSheetPlaces: { html: "In the HTML", file: "A file in the archive" },
    resize: "Pictures",
    resizeWhy: "Sent to the site as resizeMode.",
    fit: "Resized, in several widths",
    single: "Resized, one file",
    original: "Original, plus smaller widths",
    embeds: "Embeds",
    embedLoading: { on_click: "Load when a reader clicks", at_once: "Load with the page" },
    embedHosts: "Embed hosts",
    embedHostsWhy:
      "One per line, with an optional path and height or ratio. Their pages run in readers' browsers. Changes apply from the next save of an article.",
    ca: "CA certificate",
    caWhy: "PEM. For sites whose certificate is not from a public CA.",
  },
  switching: {
    disable: {
      why: "Sites cannot open articles, and open editors are logged out. Nothing is deleted.",
      consequence:
        "The site gets 403, and journalists cannot save open articles; unsaved changes stay in their browser. You can enable the key again.",
      action: "Disable key",
    },
    enable: {
      why: "The site cannot open articles.",
      consequence: "The site can open articles again.",
      action: "Enable key",
    },
  },
  deletion: {
    why: "Deletes its articles, versions, deliveries, fonts and snippets. Articles published on the site stay there.",
    sandbox: "This project belongs to the sample site and cannot be deleted.",
    action: "Delete project",
    consequence: "The key stops working, and open editors are logged out. This cannot be undone.",
    open: (count: string) => `Pending deliveries that will not be sent: ${count}.`,
    typed: "Project name, to confirm",
  },
  snippets: {
    why: "Article pieces that journalists save under a name and reuse, such as a fact box or a table.",
    none: "No snippets yet. Journalists create them in the editor: they select text or blocks and choose “Save as snippet…”.",
    kinds: { words: "text", blocks: "blocks" },
    pictures: (count: number) => counted(count, "picture"),
    files: (count: number) => counted(count, "other file"),
    rename: "Rename",
    remove: "Delete snippet",
    removeWhy: "Articles that use it keep it. This cannot be undone.",
  },
  resend: {
    title: "Resend after an outage",
    label: "Undelivered since",
  },
};

export const check = {
  why: "Galley sends test callbacks to the site. They create no session and no delivery.",
  form: {
    materialWhy: "An article that exists on the site but was never opened here. The check overwrites it.",
    login: "The receiver requires a login",
    userWhy: "With a password: Basic. Without: Bearer token.",
    fonts: "Also send the published fonts",
    stop: "Stop",
  },
  result: "Result",
  step: (number: number, title: string) => `Step ${number}: ${uncapitalize(title)}…`,
  ended: "Check stopped.",
  failed: (count: number, first: number) => `${counted(count, "step")} failed. Start with step ${first}.`,
  warned: (count: number) => `The receiver works. ${counted(count, "step")} to review.`,
  passed: "The receiver works.",
  verdicts: {
    passed: "Passed",
    warning: "Warning",
    failed: "Failed",
    skipped: "Skipped",
  } satisfies Record<CheckVerdict, string>,
  change: "What to change:",
  expected: (expected: string) => `Expected: ${expected}`,
  received: (number: number) => `received in step ${number}`,
  exchange: "Request and response",
  certificate: {
    subject: "Subject",
    names: "Names",
    issuer: "Issuer",
    selfSigned: "self-signed",
    valid: "Valid",
  },
  responseWith: (status: number) => `Response, status ${status}`,
  files: "Public files",
  same: (size: string) => `Galley fetched ${size}, identical, from`,
  nothing: "Galley could not fetch",
  other: (status: number, size: string, expected: string) =>
    `Galley got status ${status} and ${size} instead of ${expected} from`,

  signatures: {
    title: "Wrong signatures",
    why: "The newest 1,000 requests that got 403 for a wrong signature.",
    none: "No wrong signatures",
    textToSign: "Text to sign",
  },
};
