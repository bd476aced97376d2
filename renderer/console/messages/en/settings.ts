/** The settings: the list of their pages, what all have in common, and the small pages. */
export const settings = {
  title: "Settings",
  toAll: "All settings",
  pages: {
    network: "Network",
    deliveries: "Sending",
    limits: "Limits",
    retention: "Retention",
    backups: "Backups",
    access: "Access",
    notifications: "Notifications",
    appearance: "Appearance and language",
    sample: "Sample site",
    logs: "Logs",
    audit: "What admins did",
    about: "About",
  },
  noSuchPage: "There is no such page in the settings.",

  save: "Save",
  saved: "Saved.",
  notSavedYet: "Not saved yet.",
  discard: "Discard the changes",

  restart: {
    title: "A restart is needed",
    waiting: {
      network: "The network was changed.",
      sandbox: "The sample site was switched.",
    },
    why: "It takes effect when Galley restarts, which takes some seconds. Nothing typed or saved is lost; open editors come back by themselves.",
    ask: "Restart now",
    askTitle: "Restart Galley?",
    askWhy:
      "What is under way is ended first: deliveries and requests get ten seconds. Meanwhile nobody can save, and editors keep what is typed.",
    action: "Restart",
    byHand: "End Galley and start it again to put it in force.",
    under: "Restarting…",
    back: "Galley is back.",
    moved: "From now on the console is at",
    fault: "The last restart went back to the network of before:",
  },

  limits: {
    token_hours: {
      label: "An editor address works for",
      hint: "Hours, 1 to 720, from its opening. An editor that stays open renews it.",
    },
    open_limit_bytes: {
      label: "Largest opening",
      hint: "MB (of 1024 × 1024 bytes) that a site may send when it opens an article, with the saved state of the editor. At most 20.",
    },
    media_limit_bytes: {
      label: "Largest upload",
      hint: "MB of one picture, video or other file placed in an article. At most 20480.",
    },
  },

  retention: {
    version_days: {
      label: "Older versions are kept for",
      hint: "Days, 14 to 3650, after an article was last opened or saved. The current version stays, and so does the last one that the site took.",
    },
    upload_days: {
      label: "Uploads that nothing shows are kept for",
      hint: "Days, 1 to 3650. Pictures of a version or of unsaved words stay in any case.",
    },
    log_days: {
      label: "The log of callbacks is kept for",
      hint: "Days, 1 to 3650. Older attempts go; articles do not.",
    },
    log_attempts: {
      label: "Most attempts in the log",
      hint: "1,000 to 10,000,000; beyond it the oldest go first.",
    },
  },

  deliveries: {
    hold: "Hold all deliveries",
    holdHint: "Saving goes on, and nothing is sent to any site until the switch is off again. Takes effect at once.",
    proxies: "Reach sites through the proxies of the environment",
    proxiesHint: (named: string) =>
      `HTTP_PROXY, HTTPS_PROXY and NO_PROXY as Galley was started with: ${named} Takes effect at once, for callbacks and for files fetched from sites; this machine is reached directly.`,
    proxiesNone: "they name none.",
    proxiesNamed: (http: string | null, https: string | null) =>
      `${http ?? "none"} for http, ${https ?? "none"} for https.`,
  },

  sample: {
    switch: "Sample site",
    hint: "A small site on this machine that opens articles and takes them, for trying out. Takes effect at the next start.",
    at: "It is at",
    off: "It is switched off.",
    notOpen: "It is not open: Galley was started without it.",
    port: "Its port is set under <network>Network</network>.",
    none: "This data folder never had a sample site.",
  },

  about: {
    facts: "This appliance",
    forSites: "For sites and journalists",
    publicAddress: "public address",
    forDevelopers: "For site developers",
    apiDocs: "Documentation of the API",
    guide: "Guide for integrators",
    console: "This console",
    consoleAddress: "console address",
    sample: "Sample site",
    off: "switched off",
    dataFolder: "Data folder",
    dataFolderName: "data folder",
    diskFree: "Disk free",
    diskLow: "The disk is nearly full. When it is full, Galley refuses to save.",
    version: "Version",
    since: "Running since",
    licence: "Licence",
    licenceText: "MIT: use it, change it, pass it on. The full text is in the file <code>LICENSE</code>.",
    thirdParty: "Software of others and its licences",
    guides: "Guides",
    guidesText:
      "With the program, in its folder <code>docs</code>: <code>operating.md</code> for running it, <code>integrating.md</code> for sites, <code>security.md</code> for what protects it.",
  },

  audit: {
    none: "Nothing yet. Creating a project or revealing a secret is written down here.",
    older: "Show older ones",
  },
};
