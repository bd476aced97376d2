import type { SiteSort, SiteState } from "../../../../server/contracts/sites-api.ts";

export const sites = {
  search: "Host or project",
  sort: "Sort by",
  sorts: {
    attention: "Problems first",
    name: "Host",
    undelivered: "Most undelivered",
    last_attempt: "Last attempt",
  } satisfies Record<SiteSort, string>,
  states: { ok: "OK", failing: "Failing", held: "On hold", idle: "Idle" } satisfies Record<SiteState, string>,
  since: "since <time></time>",
  delivered: "Last delivery",
  none: "No sites yet",
  noneText: "A site appears here with the first version that Galley sends to it.",

  held: "on hold since <time></time>",
  failing: "failing since <time></time>",
  nothingUndelivered: "Everything is delivered.",
  settling: "Updating its deliveries…",

  hold: "Hold",
  release: "Release",
  resending: (done: string, all: string) => `Resent ${done} of ${all}.`,
  resendingLabel: "Resending",
  cancelled: "Cancelled. The rest was not resent.",
  muteAlerts: "Mute alerts",

  mute: {
    end: "Unmute",
    choices: { 1: "For 1 hour", 8: "For 8 hours", 24: "For 1 day", 168: "For 1 week" },
    time: "Until",
    muted: "Muted until <time></time>",
  },

  results: {
    title: "Results",
    spans: { hour: "1 hour", day: "24 hours", month: "30 days" },
    rate: "Success rate",
    p50: "Response time, p50",
    p95: "Response time, p95",
    lastDelivered: "Last delivery",
    attempts: "Attempts",
    latency: "Response time",
    latencies: (p50: string, p95: string) => `p50 ${p50}, p95 ${p95}`,
    noResponses: "No responses.",
  },

  problems: {
    title: "Problems",
    none: "No problems.",
    resolved: (count: number) => `Resolved (${count.toLocaleString("en")})`,
    httpStatus: "HTTP error status",
    seen: "first <first></first>, last <last></last>",
    example: "Example:",
    resolve: "Resolve",
    resolvedAt: "resolved <time></time>",
    mute: "Mute",
    assign: (problem: string) => `Assigned to: ${problem}`,
    assignedTo: (name: string) => `Assigned to ${name}`,
    unassigned: "Not assigned",
  },

  incoming: {
    title: "Refused requests",
    why: (project: string) => `Requests of the project ${project} in the last 30 days.`,
    refusedOpens: "Refused opens",
    none: "None",
    last: "last <time></time>",
  },
};
