const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** The first page: how it stands. */
export const overview = {
  title: "Overview",
  /** @param time when the page last heard from the appliance */
  stale: (time: string) => `The connection is lost. This is how it stood at ${time}.`,

  attention: {
    title: "What needs attention",
    articles: "Articles that their site does not have",
    sites: "Sites in trouble",
    moreSites: (count: number) => `and ${counted(count, "site")} more, with fewer articles each`,
    counts: "Deliveries by state",
    queued: "About to go",
    sending: "On their way",
    sendAgain: "Send again",
    sendAgainOf: (title: string) => `Send again: ${title}`,
    resendAllTo: (count: string, host: string) => `Resend all (${count}) to ${host}`,
    resendAllText: "Resends every article and all fonts that their sites do not have, and that are not on hold.",
    resendAllToText: (host: string) => `Resends every article and all fonts that ${host} does not have.`,
    sent: (count: number) =>
      count === 0
        ? "Nothing could be sent: it is held, or on its way."
        : `On its way again: ${count.toLocaleString("en")}.`,
    more: "There are more: send again once these are through.",
    check: "Check the receiver",
    checkOf: (host: string) => `Check the receiver at ${host}`,
    openProject: "Open the project",
    openSettings: "Open settings",
    inLog: "Show in the log",
    failingSince: "failing since",
    waitingSince: "waiting since",
    takesOthers: "takes other articles",
    lastTaken: "took something last",
    neverTaken: "never took anything",
    next: "next try",
    attempts: (count: number) => counted(count, "attempt"),
    /** A site's own words. */
    quoted: (words: string) => `“${words}”`,
    showMore: (shown: number, all: number) =>
      `Show more: ${shown.toLocaleString("en")} of ${all.toLocaleString("en")} are here`,
  },

  hours: {
    title: "The last 24 hours",
    label: "What was sent in each hour; arrow keys walk through the hours",
    nothing: "Nothing was sent.",
    sum: (delivered: number, failed: number) =>
      `${counted(delivered + failed, "attempt")}: ${delivered.toLocaleString("en")} delivered, ${failed.toLocaleString("en")} failed`,
    one: (from: string, to: string, delivered: number, failed: number) =>
      `${from}–${to}, ${counted(delivered + failed, "attempt")}: ${delivered.toLocaleString("en")} delivered, ${failed.toLocaleString("en")} failed`,
    asTable: "As a table",
    hour: "Hour",
    taken: "Taken",
    failed: "Failed",
  },

  appliance: {
    title: "This appliance",
    publicUrl: "Public address",
    reachable: "leads here",
    unreachable: "does not lead here",
    checking: "Finding out…",
    checkNow: "Check now",
    onlyThisMachine: "Only this machine reaches it. Sites elsewhere need a public address.",
    network: "Open settings",
    database: "Database",
    files: "Pictures and files",
    fonts: "Fonts",
    free: "Free on the disk",
    backup: "Last backup",
    never: "never",
    makeBackup: "Make one",
    version: "Version",
  },

  steps: {
    title: "First steps",
    hide: "Do not show these again",
    allDone: "The first steps are done.",
    done: "Done",
    open: "Not done yet",
    sample: {
      title: "See the whole loop on the sample site",
      why: "A small site runs on this machine. Open an article there, write something, place a picture, save: the sample site takes the version.",
      action: "Open the sample site",
    },
    project: {
      title: "Connect your own site",
      why: "A project is one site in one environment. It has a key and a secret that the site signs with.",
      action: "Create a project",
      name: "Name of the site",
      environment: "Environment",
      dev: "Development",
      prod: "Production",
      hosts: "Hosts that Galley may call",
      hostsHint: "Such as cms.example.org, *.example.org. In development, localhost is allowed already.",
      create: "Create the project",
      cancel: "Not now",
      created: (name: string) => `${name} is there. Give its site these two:`,
      key: "Key",
      secret: "Secret",
      open: "Open the project",
    },
    receiver: {
      title: "Check the receiver",
      why: "Galley sends test callbacks to the site and says what is right, what is wrong and what to change.",
      action: "Check the receiver",
      needsProject: "Create a project first.",
      project: "Project",
      url: "Callback address",
      urlHint: "Where the site receives callbacks, such as https://cms.example.org/galley/callback",
      start: "Start the check",
      stop: "End the check",
      running: (title: string) => `${title}…`,
      works: "The receiver does everything right.",
      warnings: "The receiver works. Some steps are worth a look.",
      fails: "Something is to be changed at the site:",
      ended: "You ended the check.",
      whole: "See the whole check",
      again: "Check again",
    },
  },

  latest: "Worked on lately",
  allSessions: "All sessions",
};
