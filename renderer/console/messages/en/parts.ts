/** Small things that every page uses. `<code>`, `<time>` and `<address>` are set by the page. */
export const parts = {
  tryAgain: "Try again",
  loading: "Loading",
  close: "Close",
  leaveAsItIs: "Leave it as it is",

  saved: "Saved.",
  notSavedYet: "Not saved yet.",

  appearance: {
    scheme: "Appearance",
    schemes: { auto: "As the system", light: "Light", dark: "Dark" },
    language: "Language",
    /** Each language calls itself what its readers call it. */
    languages: { browser: "As the browser", en: "English", ru: "Русский" },
    kept: "Both are kept by this browser alone. What Galley and the sites answer is shown as it comes.",
  },

  headers: (count: number) => (count === 1 ? "1 header" : `${count} headers`),
  headersOf: { request: "headers of the request", answer: "headers of the answer" },
  bodyOf: { request: "body of the request", answer: "body of the answer" },
  emptyBody: "Its body is empty.",
  truncated: "Only the first 64 KB are kept.",
  phases: "Phases of the attempt",

  downloads: {
    label: "Archive downloads by the site",
    none: "The site fetched no archive meanwhile.",
    refused: (status: number, reason: string | null) =>
      `The site asked for the archive and was refused with ${status}${reason === null ? "," : `: ${reason}`}`,
    whole: (size: string) => `The site fetched the whole archive, ${size},`,
    brokenOff: (size: string, whole: string | null) =>
      `The site broke off after ${size}${whole === null ? "" : ` of ${whole}`},`,
  },
};
