/** The frame around every page. */
export const shell = {
  opening: "Opening the console…",
  navigation: "Console",
  skip: "Skip to the content",
  /** Also the titles of the pages. */
  places: {
    home: "Overview",
    projects: "Projects",
    sessions: "Sessions",
    deliveries: "Deliveries",
    settings: "Settings",
  },
  /** Of the browser's tab. */
  title: "Galley console",
  titleOf: (page: string) => `${page} · Galley`,
  /** Read out beside the name of the overview. */
  needAttention: (count: number) => (count === 1 ? "1 needs attention" : `${count} need attention`),
  live: { connecting: "Connecting…", open: "Live", lost: "Connection lost, trying again" },
  version: (number: string) => `Version ${number}`,
  logOut: "Log out",
  held: "Deliveries are held: articles are saved here, and no site is told until you release them.",
  release: "Release deliveries",
  fonts: {
    left: (count: number) => (count === 1 ? "Uploading 1 font." : `Uploading ${count} fonts.`),
    refused: (names: string[]) => `Not uploaded: ${names.slice(0, 3).join(", ")}${names.length > 3 ? "…" : "."}`,
    show: "Show fonts",
  },

  loadingPage: "Loading the page",
  noPage: {
    title: "There is no such page",
    why: "Nothing of the console is at <address></address>. The address may be mistyped or old.",
    back: "Back to the overview",
  },
  pageFailed: {
    title: "This page could not be loaded",
    why: "Galley may have been updated or may be starting again. What you see in the other pages is not lost.",
    reload: "Load it again",
  },

  leave: {
    title: "Leave without saving?",
    why: "What you changed on this page is not saved yet.",
    stay: "Stay here",
    leave: "Leave without saving",
  },
};
