/** The frame, the palette, and small parts of every page. Pages fill in tags such as `<time>`; `<code>` is mono. */
export const common = {
  time: {
    label: "Time",
    any: "Any time",
    ages: {
      "1h": "Last hour",
      "24h": "Last 24 hours",
      "7d": "Last 7 days",
      "30d": "Last 30 days",
    },
    between: "Between…",
    from: "From",
    to: "To",
  },
  tryAgain: "Try again",
  loading: "Loading",
  close: "Close",
  closeHint: "Close (Escape)",
  cancel: "Cancel",
  older: "Show older",
  saved: "Saved.",
  notSavedYet: "Not saved yet.",
  attempts: (count: number) => (count === 1 ? "1 attempt" : `${count.toLocaleString("en")} attempts`),
  resent: (count: number) => (count === 0 ? "Nothing to resend." : `Resent: ${count.toLocaleString("en")}.`),

  project: "Project",
  allProjects: "All projects",
  oneProject: "One project",
  noVersion: "not saved",
  nothingFound: "Nothing found",

  appearance: {
    scheme: "Appearance",
    schemes: { auto: "System", light: "Light", dark: "Dark" },
    language: "Language",
    /** Each language in its own words. */
    languages: { browser: "Browser", en: "English", ru: "Русский" },
  },

  headers: (count: number) => (count === 1 ? "1 header" : `${count} headers`),
  headersOf: { request: "request headers", answer: "response headers" },
  bodyOf: { request: "request body", answer: "response body" },
  emptyBody: "Empty body.",
  truncated: "Only the beginning is stored.",
  downloads: {
    label: "Archive downloads",
    none: "The site did not download the archive.",
    refused: (status: number, reason: string | null) =>
      `Archive download refused with ${status}${reason === null ? "," : `: ${reason}`}`,
    whole: (size: string) => `Archive downloaded, ${size},`,
    brokenOff: (size: string, whole: string | null) =>
      `Archive download broke off after ${size}${whole === null ? "" : ` of ${whole}`},`,
  },
};

export const shell = {
  opening: "Opening the console…",
  navigation: "Console",
  skip: "Skip to content",
  places: {
    home: "Overview",
    projects: "Projects",
    sites: "Sites",
    sessions: "Sessions",
    deliveries: "Deliveries",
    requests: "Requests",
    settings: "Settings",
  },
  title: "Galley console",
  titleOf: (page: string) => `${page} · Galley`,
  needAttention: (count: number) => (count === 1 ? "1 needs attention" : `${count} need attention`),
  live: { connecting: "Connecting…", open: "Live", lost: "Connection lost, reconnecting" },
  version: (number: string) => `Version ${number}`,
  logOut: "Log out",
  fenced: "What to do",
  held: "Deliveries are on hold. Articles are saved here, but not sent.",
  fonts: {
    left: (count: number) => (count === 1 ? "Uploading 1 font." : `Uploading ${count} fonts.`),
    refused: (names: string[]) => `Not uploaded: ${names.slice(0, 3).join(", ")}${names.length > 3 ? "…" : "."}`,
    show: "Show fonts",
  },
  loadingPage: "Loading the page",
  noPage: {
    title: "Page not found",
    why: "There is no page at <address></address>.",
    back: "Back to the overview",
  },
  pageFailed: {
    title: "This page could not be loaded",
    why: "Galley may be restarting or may have been updated.",
    reload: "Reload",
  },
  leave: {
    title: "Leave without saving?",
    why: "Your changes on this page are not saved.",
    stay: "Stay",
    leave: "Leave without saving",
  },
};

export const palette = {
  title: "Go to",
  open: "Go to…",
  placeholder: "Page, site, article, project or action",
  nothing: "Nothing found.",
  groups: { pages: "Pages", sites: "Sites", articles: "Articles", projects: "Projects", actions: "Actions" },
  fontsOf: (project: string) => `${project}: fonts`,
  checkOf: (project: string) => `${project}: check receiver`,
  hold: "Hold deliveries",
  release: "Release deliveries",
  keys: "Keyboard shortcuts",
  languageInEveryLanguage: "Language · Язык",
};

export const keys = [
  { keys: ["Ctrl K", "⌘ K"], does: "Go to a page, site, article, project or action" },
  { keys: ["/"], does: "Search" },
  { keys: ["j", "↓"], does: "Next row" },
  { keys: ["k", "↑"], does: "Previous row" },
  { keys: ["Home", "End"], does: "First or last row" },
  { keys: ["Enter"], does: "Open the row" },
  { keys: ["x", "Space"], does: "Deliveries: select the row" },
  { keys: ["r"], does: "Deliveries: resend the row" },
  { keys: ["Esc"], does: "Close" },
  { keys: ["?"], does: "Keyboard shortcuts" },
];
