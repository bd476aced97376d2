import type { SkipReason } from "../../../../server/contracts/deliveries-api.ts";

export const deliveries = {
  one: "Delivery",
  search: "Words, or state:failed host:… text:…",
  filters: "Filters",
  byState: "By state",
  all: "All",
  event: "Event",
  events: { "": "Articles and fonts", article_saved: "Articles", site_fonts_updated: "Fonts" },
  code: "Reason",
  allCodes: "Any reason",
  host: "Site",
  oneArticle: "One article",
  showAll: ", show all",

  isNew: (count: string) => `${count} new`,
  pause: "Pause",
  searching: "Loading older deliveries…",

  next: (time: string) => `next ${time}`,
  version: (number: number | null) => (number === null ? "—" : `v${number}`),
  fontsOf: (name: string) => `Fonts, via ${name}`,

  select: (name: string) => `Select ${name}`,
  selected: (count: number) => `${count.toLocaleString("en")} selected`,
  unselect: "Clear",
  resendSelected: (count: number) => `Resend (${count.toLocaleString("en")})`,
  resendAll: (count: string) => `Resend all (${count})`,
  resendAllText:
    "Resends every undelivered article that matches these filters. Only the newest version of each is sent.",
  skipped: {
    under_way: (count: number) => `Already being sent: ${count}.`,
    newer: (count: number) => `Newer version sent instead: ${count}.`,
    taken: (count: number) => `Already delivered: ${count}.`,
    waiting: (count: number) => `Already queued: ${count}.`,
    held: (count: number) => `On hold: ${count}.`,
    gone: (count: number) => `Deleted: ${count}.`,
  } satisfies Record<SkipReason, (count: number) => string>,
  moreLeft: "There are more. Resend again.",

  searchResponses: "Search the responses of sites",
  none: "No deliveries yet",
  noneText:
    "Each save sends a callback to the site, which then downloads the version. Callbacks appear here immediately.",

  sendNow: "Send now",
  superseded: "There is a newer one, so Galley no longer sends this one.",
  failedBefore: "The last attempt failed before that:",
  cancelWhy: "Galley stops retrying, and the site keeps its version. You can still resend later.",
  cancel: "Cancel delivery",
  copyCurl: "Copy as cURL",
  copyCurlWith: "Copy as cURL with credentials",
  copyJson: "Copy as JSON",
  copy: "Copy",
  notCopied: "Could not copy. Select the text and copy it yourself.",

  tabs: { summary: "Summary", request: "Request", response: "Response", timeline: "Timeline" },
  attempt: "Attempt",
  noAttempt: "No attempts yet.",
  attemptNumber: (number: number) => `Attempt ${number}`,
  underWay: "in progress",
  fromSite: "message from the site",
  createdAt: "created <time></time>",
  closedAt: "closed <time></time>",
  nextAttempt: "Next attempt <ago></ago>, at <time></time>.",
  expected: "Expected",
  deliveryId: "Delivery ID",
  noResponse: "No response.",
  status: (status: number) => `Status ${status}`,
  view: "View",
  views: { formatted: "Formatted", raw: "Raw", bytes: "Bytes" },
  fault: (line: number, column: number) => `Not valid JSON from line ${line}, character ${column}.`,
  faultAtEnd: "The JSON is incomplete.",

  waterfall: "Timeline of the attempt",
  download: "Archive download",
  downloadRefused: "Archive download refused",
  noTimings: "No timings.",
};

export const requests = {
  search: "Words, or status:4xx code:… host:…",
  status: "Status",
  statuses: { "": "Any status", "2xx": "2xx succeeded", "4xx": "4xx refused", "5xx": "5xx failed" },
  kinds: { "session/open": "Open article", "download/media": "Download archive", "download/fonts": "Download fonts" },
  notRecorded: (count: string) =>
    `${count} requests not recorded since startup: the log takes at most 50 a second per project.`,
  none: "No requests yet",
  noneText: "Requests of sites appear here: articles that they open and archives that they download.",

  succeeded: "Succeeded",
  clientClosed: "The client closed the connection before the response was complete.",
  requestSide: "Headers and body",
  notStored: "Galley stores the content of failed requests only, up to a limit per second.",
  host: "Callback host",
  duration: "Duration",
  sizes: (request: string, response: string) => `request ${request}, response ${response}`,
};
