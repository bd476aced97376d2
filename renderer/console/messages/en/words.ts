import type { Environment } from "../../../../server/contracts/console-api.ts";
import type { AttemptView } from "../../../../server/contracts/deliveries-api.ts";
import type { DeliveryState, DeliveryWarning } from "../../../../server/contracts/delivery-states.ts";
import type { DeliveryView } from "../../../../server/contracts/editor-api.ts";
import type { AttentionRow } from "../../../../server/contracts/overview-api.ts";

type Phase = Exclude<keyof AttemptView["phases"], "queued">;
type Reasons = Partial<Record<NonNullable<DeliveryView["code"]>, string>>;

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** How the console speaks of what the appliance stores, on every page: states, reasons, sentences of a delivery. */
export const words = {
  /** One word or two, for lists and filters. */
  states: {
    pending: "Waiting",
    sending: "On its way",
    delivered: "Taken",
    rejected: "Refused",
    failed: "Not usable",
    exhausted: "Given up",
    superseded: "Overtaken",
    held: "Held",
  } satisfies Record<DeliveryState, string> as Record<DeliveryState, string>,

  /** Why an article needs attention: states of a delivery, and whether one that waits has failed before. */
  attention: {
    retrying: "Retrying",
    sending: "Retrying now",
    held: "Held",
    rejected: "Refused",
    failed: "Not usable",
    exhausted: "Given up",
    delivered: "Not downloaded",
  } satisfies Record<AttentionRow["state"], string> as Record<AttentionRow["state"], string>,

  /** What a delivered version lacks, for marks and filters. */
  warnings: {
    archive_not_downloaded: "Not downloaded",
    archive_refused: "Download failed",
    no_client_urls: "No file URLs",
    missing_client_urls: "Missing file URLs",
    file_missing: "Missing files",
    client_url_too_long: "Long file URLs",
    client_url_scheme: "Unusable file URLs",
    client_url_relative: "Relative file URLs",
    no_font_urls: "No font URLs",
  } satisfies Record<DeliveryWarning, string> as Record<DeliveryWarning, string>,

  /** Codes of failures in a few words, for rows; what is not here is shown as the code's own words. */
  reasons: {
    dns_not_found: "host not found",
    tls_untrusted: "certificate not trusted",
    tls_expired: "certificate expired",
    connect_timeout: "no connection in time",
    answer_timeout: "no answer in time",
    redirect_refused: "redirected elsewhere",
    protocol_error: "broken answer",
    not_json: "answer is not JSON",
    no_rc: "answer has no rc",
    rejected_by_site: "refused by the site",
    dummy_client_url: "answer names no public addresses",
    font_url_not_allowed: "font address not allowed",
    cancelled: "cancelled by hand",
  } as Reasons,
  status: (status: number | null) => `status ${status}`,

  nothingNeedsAttention: "Every article is with its site, or on its way there.",
  /** The number that needs attention, and why, in one sentence. @param why counts by state, in words */
  needsAttention(articles: number, fonts: number, why: readonly string[]): string {
    const parts = [
      articles === 0 ? "" : counted(articles, "article"),
      fonts === 0 ? "" : counted(fonts, "delivery of fonts", "deliveries of fonts"),
    ];
    const because = why.length === 0 ? "" : `: ${why.join(", ")}`;
    return `${parts.filter(Boolean).join(" and ")} ${articles + fonts === 1 ? "needs" : "need"} attention${because}.`;
  },
  countedState: (count: number, state: string) => `${count.toLocaleString("en")} ${state.toLowerCase()}`,

  /** What is on its way. */
  theFonts: "the fonts",
  theVersion: (number: number | null) => `version ${number ?? "?"}`,

  /** The state of a delivery in one sentence. @param number of the version, "?" where unknown */
  ofVersion: {
    delivered: (number: string) => `The site took version ${number}`,
    unfetched: (number: string) => `The site confirmed version ${number} but has not downloaded it`,
    sending: (number: string) => `Version ${number} is on its way to the site`,
    first: (number: string) => `Version ${number} is about to go to the site`,
    pending: (number: string) => `The site has not taken version ${number} yet; Galley will try again`,
    rejected: (number: string) => `The site refused version ${number}`,
    failed: (number: string) => `The site answered, but its answer to version ${number} cannot be used`,
    exhausted: (number: string) => `The site never took version ${number}; Galley has stopped trying`,
    superseded: (number: string) => `Version ${number} was overtaken by a newer save`,
    held: (number: string) => `Version ${number} is held back until you release deliveries`,
  },
  ofFonts: {
    delivered: "The site took the fonts",
    unfetched: "The site confirmed the fonts but has not downloaded them",
    sending: "The fonts are on their way to the site",
    first: "The fonts are about to go to the site",
    pending: "The site has not taken the fonts yet; Galley will try again",
    rejected: "The site refused the fonts",
    failed: "The site answered, but its answer to the fonts cannot be used",
    exhausted: "The site never took the fonts; Galley has stopped trying",
    superseded: "The fonts were overtaken by newer ones",
    held: "The fonts are held back until you release deliveries",
  },

  /** Why an attempt was made. */
  attemptReasons: {
    saved: "after the save",
    retry: "tried again",
    manual: "sent by hand",
    restart: "after a restart",
    published: "fonts published",
    current_secret: "signed with the current secret",
    former_secret: "signed with the former secret",
  } satisfies Record<AttemptView["reason"], string> as Record<AttemptView["reason"], string>,

  /** The audit log. What is not here is shown as the appliance names it. */
  deeds: {
    known: {
      "logged in": "Logged in",
      "login ended": "Login ended",
      "login link made": "Login link made",
      "project created": "Project created",
      "project changed": "Project changed",
      "project deleted": "Project deleted",
      "secret revealed": "Secret revealed",
      "secret rotated": "Secret rotated",
      "old secret ended": "Old secret ended",
      "signature calculated": "Signature calculated",
      "receiver checked": "Receiver checked",
      "font added": "Font added",
      "font corrected": "Font corrected",
      "font removed": "Font removed",
      "fonts published": "Fonts published",
      "snippet renamed": "Snippet renamed",
      "snippet deleted": "Snippet deleted",
      "session deleted": "Article deleted",
      "version restored": "Version restored",
      "editor opened": "Editor opened",
      "delivery sent again": "Delivery sent again",
      "deliveries sent again": "Deliveries sent again",
      "delivery cancelled": "Delivery cancelled",
      "credentials shown": "Credentials shown",
      "settings changed": "Settings changed",
      "network changed": "Network changed",
      restarted: "Restarted",
      "password set": "Password set",
      "password removed": "Password removed",
      "notifications changed": "Notifications changed",
      "notifications removed": "Notifications removed",
      "test notification": "Test notification sent",
      "support bundle made": "Support bundle made",
      "backup made": "Backup made",
      "backup kept": "Backup kept",
      "backup deleted": "Backup deleted",
      "backup plan changed": "Backup plan changed",
      "restore begun": "Restore begun",
      "backup restored": "Backup restored",
    } as Partial<Record<string, string>>,
    from: "from <address></address>",
    /** What the entry says besides, by the name that the appliance gives it. */
    details: {
      kind: "by",
      environment: "for",
      verdict: "outcome",
      deliveries: "deliveries",
      callback_url: "address",
      material_id: "article",
      project: "project",
      since: "since",
      retried: "sent",
      ids: "chosen",
      attempt: "attempt",
      sent: "sent",
      missing: "missing files",
      secrets: "with the secrets",
      enabled: "on",
      bytes: "bytes",
      from: "from",
    } as Partial<Record<string, string>>,
    values: {
      true: "yes",
      false: "no",
      token: "the token",
      link: "a login link",
      password: "the password",
      window: "the app's window",
      dev: "development",
      prod: "production",
      failed: "failed",
      passed: "passed",
      warning: "passed with a warning",
      skipped: "skipped",
      editor: "the editor",
    } as Partial<Record<string, string>>,
  },

  environments: { dev: "Development", prod: "Production" } satisfies Record<Environment, string> as Record<
    Environment,
    string
  >,

  phases: {
    dns: "Finding the address",
    connect: "Connecting",
    tls: "Securing the line",
    sent: "Sending the callback",
    first_byte: "Waiting for the answer",
    total: "Reading the answer",
  } satisfies Record<Phase, string>,

  bytes: ["B", "kB", "MB", "GB", "TB"],
  milliseconds: (count: number) => `${count} ms`,
  seconds: (count: string) => `${count} s`,
  minutes: (minutes: number, seconds: number) => `${minutes} min ${seconds} s`,
};
