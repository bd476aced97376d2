import type { AuditAction } from "../../../../server/contracts/audit-actions.ts";
import type { Environment } from "../../../../server/contracts/console-api.ts";
import type { AttemptView } from "../../../../server/contracts/deliveries-api.ts";
import type { DeliveryState, DeliveryWarning } from "../../../../server/contracts/delivery-states.ts";
import type { DeliveryView } from "../../../../server/contracts/editor-api.ts";
import type { DeliveryStanding } from "../../../../server/contracts/log-query.ts";
import type { AttentionRow } from "../../../../server/contracts/overview-api.ts";

type Phase = Exclude<keyof AttemptView["phases"], "queued">;
type Words = Partial<Record<string, string>>;

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

export const capitalize = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

export const uncapitalize = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

const standings: Record<DeliveryStanding, string> = {
  queued: "Queued",
  retrying: "Retrying",
  sending: "Sending",
  held: "On hold",
  rejected: "Rejected",
  failed: "Failed",
  exhausted: "Exhausted",
  delivered: "Delivered",
  superseded: "Superseded",
};

/** States, codes and units, on every page. */
export const words = {
  standings,
  states: { ...standings, pending: standings.queued } as Record<DeliveryState, string>,
  attention: { ...standings, sending: "Retrying now", delivered: "Not downloaded" } as Record<
    AttentionRow["state"],
    string
  >,
  warnings: {
    archive_not_downloaded: "Not downloaded",
    archive_refused: "Download failed",
    no_client_urls: "No file URLs",
    missing_client_urls: "Missing file URLs",
    file_missing: "Missing files",
    client_url_too_long: "Long file URLs",
    client_url_scheme: "Invalid file URLs",
    client_url_relative: "Relative file URLs",
    no_font_urls: "No font URLs",
  } satisfies Record<DeliveryWarning, string>,

  /** Failure codes in rows. A code that is not listed is shown with spaces for underscores. */
  reasons: {
    dns_not_found: "host not found",
    tls_untrusted: "certificate not trusted",
    tls_expired: "certificate expired",
    connect_timeout: "connection timed out",
    answer_timeout: "response timed out",
    answer_too_large: "response too large",
    protocol_error: "invalid HTTP response",
    not_json: "response is not JSON",
    no_rc: "response has no rc",
    rejected_by_site: "rejected by the site",
    dummy_client_url: "response has no public URLs",
    font_url_not_allowed: "font URL not allowed",
  } as Partial<Record<NonNullable<DeliveryView["code"]>, string>>,
  status: (status: number | null) => `status ${status}`,

  littleSpace: (free: string, refusesSaves: boolean): string =>
    `The disk of the data folder has ${free} free, so Galley refuses ${refusesSaves ? "saves and uploads" : "uploads"}. Free some space, or move the data folder to a larger disk.`,
  nothingNeedsAttention: "Every article is delivered or queued.",
  /** @param why counts by state, in words */
  needsAttention(articles: number, fonts: number, why: readonly string[]): string {
    const parts = [
      articles === 0 ? "" : counted(articles, "article"),
      fonts === 0 ? "" : counted(fonts, "font delivery", "font deliveries"),
    ];
    const because = why.length === 0 ? "" : `: ${why.join(", ")}`;
    return `${parts.filter(Boolean).join(" and ")} ${articles + fonts === 1 ? "needs" : "need"} attention${because}.`;
  },
  countedState: (count: number, state: string) => `${count.toLocaleString("en")} ${state.toLowerCase()}`,

  fonts: "fonts",
  version: (number: number | null): string => (number === null ? "deleted version" : `version ${number}`),

  attemptReasons: {
    saved: "after the save",
    retry: "retry",
    manual: "resent manually",
    restart: "after a restart",
    published: "fonts published",
    current_secret: "signed with the current secret",
    former_secret: "signed with the previous secret",
  } satisfies Record<AttemptView["reason"], string>,

  audit: {
    /** An action that is not listed is shown as stored. */
    actions: {
      "login link made": "Login link created",
      "second factor on": "Second factor turned on",
      "second factor off": "Second factor turned off",
      "old secret ended": "Previous secret revoked",
      "font corrected": "Font edited",
      "files fetched again": "Missing files fetched again",
      "delivery sent again": "Delivery resent",
      "deliveries sent again": "Deliveries resent",
      "site held": "Site put on hold",
      "site alerts changed": "Alerts of a site changed",
      "credentials shown": "Credentials revealed",
      "test notification": "Test notification sent",
      "support bundle made": "Support bundle created",
      "backup made": "Backup downloaded",
      "backup kept": "Backup created",
      "kept backup downloaded": "Stored backup downloaded",
      "backup plan changed": "Backup schedule changed",
      "restore begun": "Restore started",
      "replica removed": "Replication stopped",
      "taken over": "Took over from a replica",
    } as Partial<Record<AuditAction, string>>,
    /** Entries without an account. */
    persons: { owner: "Owner", galley: "Galley", editor: "Journalist" } as Words,
    siteLink: (name: string) => `Site link ${name}`,
    details: {
      kind: "by",
      environment: "for",
      verdict: "result",
      callback_url: "URL",
      material_id: "article",
      retried: "resent",
      ids: "selected",
      missing: "missing files",
      secrets: "with secrets",
      with_key: "with the key",
      enabled: "on",
      token_hours: "editor links, hours",
      open_limit_bytes: "maximum request size, MB",
      media_limit_bytes: "maximum upload size, MB",
      notify_disk_free_bytes: "free disk space below, MB",
      overlap_ms: "overlap, hours",
      sandbox_enabled: "sample site",
    } as Words,
    values: {
      true: "yes",
      false: "no",
      link: "login link",
      window: "app window",
      dev: "development",
      prod: "production",
      warning: "passed with warnings",
    } as Words,
  },

  environments: { dev: "Development", prod: "Production" } as Record<Environment, string>,

  phases: {
    dns: "DNS lookup",
    connect: "Connecting",
    tls: "TLS handshake",
    sent: "Sending the request",
    first_byte: "Waiting for the response",
    total: "Reading the response",
  } satisfies Record<Phase, string>,

  milliseconds: (count: number) => `${count} ms`,
  seconds: (count: string) => `${count} s`,
  minutes: (minutes: number, seconds: number) => `${minutes} min ${seconds} s`,
};
