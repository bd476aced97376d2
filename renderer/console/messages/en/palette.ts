/** The palette that goes anywhere (Ctrl+K), and the sheet of keys (?). */
export const palette = {
  title: "Go to",
  open: "Go to…",
  placeholder: "Page, article, project or action",
  nothing: "Nothing of that name. Articles are found by what their site calls them.",
  groups: { pages: "Pages", articles: "Articles", projects: "Projects", actions: "Actions" },
  fontsOf: (project: string) => `${project}: fonts`,
  checkOf: (project: string) => `${project}: check the receiver`,
  hold: "Hold deliveries",
  release: "Release deliveries",
  keys: "Keyboard shortcuts",
  languageInEveryLanguage: "Language · Язык",
};

export const keys = {
  title: "Keyboard shortcuts",
  all: [
    { keys: ["Ctrl K", "⌘ K"], does: "Go to any page, article, project or action" },
    { keys: ["/"], does: "Search in the list" },
    { keys: ["j", "↓"], does: "Next row" },
    { keys: ["k", "↑"], does: "Row before" },
    { keys: ["Home", "End"], does: "First or last row" },
    { keys: ["Enter"], does: "Open the row" },
    { keys: ["x", "Space"], does: "In the log: select the row" },
    { keys: ["r"], does: "In the log: send the row again" },
    { keys: ["Esc"], does: "Close what is open; leave the search" },
    { keys: ["?"], does: "This sheet" },
  ],
};
