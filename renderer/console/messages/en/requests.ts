export const requests = {
  search: "Words, or status:4xx code:… host:…",
  status: "Status",
  statuses: { "": "Any status", "2xx": "2xx succeeded", "4xx": "4xx refused", "5xx": "5xx failed" },
  kinds: { open: "Open article", media: "Download archive", fonts: "Download fonts" },
  notRecorded: (count: string) =>
    `${count} requests were not recorded since the start: the log takes at most 50 a second per project.`,
  none: "No requests yet",
  noneText: "Requests of sites appear here: articles that they open and archives that they download.",
  showAll: "Show all requests",

  succeeded: "Succeeded",
  clientClosed: "The client closed the connection before the response was complete.",
  requestSide: "Headers and body",
  notStored: "Galley keeps the content of failed requests only, with a limit per second.",
  fact: {
    host: "Callback host",
    duration: "Duration",
    sizes: "Size",
  },
  sizes: (request: string, response: string) => `request ${request}, response ${response}`,
};
