import { counted } from "./words.ts";

export const overview = {
  stale: (time: string) => `Connection lost. Last updated at ${time}.`,

  attention: {
    title: "Needs attention",
    articles: "Articles not delivered",
    sites: "Sites with problems",
    moreSites: (count: number) => `and ${counted(count, "more site")} with fewer articles`,
    counts: "Deliveries by state",
    resendAllText: "Resends every undelivered article and all undelivered fonts, except those on hold.",
    openProject: "Open project",
    openSettings: "Open settings",
    inLog: "Show in log",
    failingSince: "failing since",
    waitingSince: "since",
    next: "next attempt",
    quoted: (words: string) => `“${words}”`,
    showMore: (shown: number, all: number) =>
      `Show more (${shown.toLocaleString("en")} of ${all.toLocaleString("en")})`,
  },

  activity: {
    title: "Activity",
    spans: { day: "24 h", month: "30 days", year: "1 year" },
    attempts: "Delivery attempts",
    opensLabel: "Opens and saves",
    opens: "Opens",
    saves: "Saves",
    opensAndSaves: (opens: number, saves: number) => `${counted(opens, "open")}, ${counted(saves, "save")}`,
  },

  appliance: {
    title: "This appliance",
    database: "Database",
    files: "Pictures and files",
  },

  steps: {
    title: "First steps",
    progress: (done: number, all: number) => `${done} of ${all} done`,
    open: "Not done",
    sample: {
      title: "Try the sample site",
      why: "Open an article there, write, add a picture and save. The sample site receives the version.",
      action: "Open sample site",
    },
    project: {
      title: "Connect your site",
      created: (name: string) => `${name} created. Give these to the site:`,
    },
    receiver: {
      title: "Check your receiver",
      why: "Galley sends test callbacks to the site and reports what to change.",
      needsProject: "Create a project first.",
    },
  },

  takeover: {
    title: "After the takeover",
    from: "This machine took over <time></time>.",
    move: {
      title: "Move DNS or the proxy",
      why: (url: string) => `Sites and editors must reach this machine at ${url}.`,
    },
    release: {
      why: (held: string) => `Check the articles first: ${held} on hold. Sites receive nothing until you release.`,
      done: "Deliveries are released.",
      action: "Show deliveries on hold",
    },
  },

  latest: "Recent articles",
  allSessions: "All sessions",
};
