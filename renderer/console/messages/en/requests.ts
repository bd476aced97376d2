export const requests = {
  search: "Words, or status:4xx code:… host:…",
  status: "Status",
  statuses: { "": "Any status", "2xx": "2xx succeeded", "4xx": "4xx refused", "5xx": "5xx failed" },
  kinds: { open: "Open article", media: "Download archive", fonts: "Download fonts" },
  leftOut: (count: string) =>
    `Since the start, ${count} requests were not recorded: a project can have 50 a second in this log.`,
  none: "No requests yet",
  noneText: "Galley lists each call of a site here: articles that it opens, and archives that it downloads.",
  showAll: "Show all requests",

  succeeded: "Succeeded",
  left: "The client closed the connection before the end.",
  requestSide: "Headers and body",
  notKept: "Galley keeps the content of failed requests only, and of these a limited amount a second.",
  facts: "Details",
  fact: {
    host: "Callback host",
    duration: "Duration",
    sizes: "Size",
  },
  sizes: (request: string, response: string) => `request ${request}, response ${response}`,
};
