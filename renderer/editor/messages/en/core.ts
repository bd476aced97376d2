const pictures = (count: number): string => (count === 1 ? "1 picture" : `${count} pictures`);

/** The page, the article, saving, notices, history. */
export const core = {
  /** The tab's title. */
  title: (name: string, unsaved: boolean) => `${unsaved ? "• " : ""}${name} – Galley`,
  offline: "Galley cannot be reached.",
  loginEnded: "Your login has ended.",

  start: {
    opening: "Opening the article…",
    retrying: "Galley cannot be reached. This page tries again by itself.",
    closedTitle: "Open this article again from your site",
    closed: "This link is no longer valid. Go back to the article in your site’s editing pages and open it from there.",
    wordsKept: "What you typed here is kept on this computer. It is offered to you when the article is open again.",
    noArticle: "This address names no article. Open it from your site’s editing pages.",
    failedTitle: "The article could not be opened",
    foreignTitle: "This article was written with another editor",
    foreign:
      "Its present state cannot be shown here, so it was left untouched. You can go back to your site, or start anew; your first save then becomes the article.",
    startBlank: "Start with an empty page",
  },

  header: {
    label: "Article and tools",
    on: (site: string, project: string) => `${site} · ${project}`,
    author: "Author",
    authorMissing: "Add your name",
    authorPlaceholder: "Your name or e-mail",
    history: "History",
    save: "Save",
    saveHint: (key: string) => `Save and send to the site (${key})`,
  },

  toolbar: {
    label: "Formatting",
    heading: (level: number) => ["Heading", "Subheading", "Small heading"][level - 2] ?? "Heading",
    bold: "Bold",
    italic: "Italic",
    link: "Link",
    bulletList: "Bulleted list",
    orderedList: "Numbered list",
    quote: "Quote",
    picture: "Insert pictures",
    undo: "Undo",
    redo: "Redo",
  },

  link: {
    label: "Link to",
    placeholder: "https://…, a page of the site, an e-mail address",
    problems: {
      empty: "Write or paste the address that the words lead to.",
      space: "An address has no spaces. Take them out, or write %20 for each.",
      scheme: "Addresses of this kind do not work on a site. Use https://, mailto: or tel:.",
      word: "This is no address yet. Write example.org, or /about for a page of the site.",
    },
    apply: "Set link",
    remove: "Remove link",
    close: "Cancel",
  },

  article: {
    label: "Article text",
    placeholder: "Write, or press / for blocks",
    emptyLine: "/ for blocks",
  },

  figure: {
    captionPlaceholder: "Caption",
    description: "Description",
    descriptionPlaceholder: "What the picture shows, for those who cannot see it",
    remove: "Remove",
    undescribed: "No description",
    notHere: (file: string) => `${file} could not be loaded.`,
    beingFetched: (file: string) => `${file} is being fetched from the site…`,
    notFetched: (file: string, problem: string) =>
      `${file} could not be fetched from the site and is tried again at the next opening. ${problem}`,
    gone: (file: string) =>
      `${file} is neither here nor known to be at the site. Put the picture in again, or take this block out. You can save without it.`,
    tryAgain: "Try again",
  },

  upload: {
    heic: "This browser cannot open pictures of this kind (HEIC). Export it as JPEG and bring that in, or use Safari.",
    makeGallery: "Make a gallery",
    picturesCame: (count: number) => `${pictures(count)} together.`,
    galleryComes: "They become a gallery as soon as all are here.",
    progress: (name: string) => `Progress of ${name}`,
    retry: "Try again",
    retryFile: (name: string) => `Try again: ${name}`,
    cancel: "Cancel",
    cancelFile: (name: string) => `Cancel: ${name}`,
    state(name: string, refusal: string | null, kind: string): string {
      if (refusal !== null) return `${name}: ${refusal}`;
      if (kind === "waiting_for_server") return `${name} waits for Galley to come back.`;
      if (kind === "preparing") return `Making ${name} fit for readers…`;
      return kind === "queued" ? `${name} waits its turn…` : `Bringing in ${name}…`;
    },
  },

  status: {
    label: "State of the article",
    nothingSaved: "Nothing saved yet",
    saved: (version: number, time: string) => `Saved — version ${version}, ${time}`,
    saving: "Saving…",
    waitingForUploads: (count: number) =>
      `Saves as soon as ${pictures(count)} ${count === 1 ? "has" : "have"} come in…`,
    saveWaitsForServer: "Offline: kept on this computer. It is saved by itself when Galley is back.",
    saveWaitsForLogin: "Not saved yet: your login has ended. Kept on this computer.",
    conflict: "Not saved yet: somebody else saved in between.",
    refused: (sentence: string) => `Not saved: ${sentence}`,
    unreadable: "The editor could not read the article. Copy your text, then reload this page.",
    unsaved: "Not saved yet — draft kept",
    offline: "Offline: kept on this computer",
    loginEnded: "Your login has ended: kept on this computer",
    storedNowhere: "Not stored anywhere: keep this tab open",
    site: {
      queued: (site: string) => `On its way to ${site}…`,
      sent: (site: string) => `Sent to ${site}…`,
      answering: "Waiting for the site’s answer…",
      unfetched: {
        archive_not_downloaded: "The site confirmed, but never fetched this version.",
        archive_refused: "The site confirmed, but could not fetch this version.",
      },
      accepted: (version: number, seconds: string | null) =>
        `Site accepted version ${version}${seconds === null ? "" : ` (${seconds} s)`}`,
      notYet: (site: string) => `Not delivered to ${site} yet`,
      rejected: (reason: string) => `The site rejected it: ${reason}`,
      rejectedSilently: "The site rejected it and gave no reason",
      failed: (site: string, version: number) => `${site} did not take version ${version}`,
      superseded: (version: number) => `Version ${version} was overtaken by a newer one`,
      held: "Held back by the administrator",
    },
    why: "Why?",
    note: "Note",
    nextAttempt: (wait: string) => `Next attempt in ${wait}`,
    nextAttemptNow: "Next attempt now",
  },

  notices: {
    label: "Notices",
    close: "Close",
    loginEndedTitle: "Your login has ended",
    loginEnded:
      "Open the article again from the site; this tab then goes on by itself. What you typed is kept on this computer.",
    restored: (time: string) => `Your unsaved words from ${time} are back.`,
    /** They are kept under History. */
    leaveOut: "Leave them out",
    offer: (time: string, here: boolean) =>
      here
        ? `There are unsaved words from ${time} on this computer.`
        : `There are unsaved words from ${time}, written in another tab or by a colleague.`,
    offerOlder: (version: number) => `They were written before version ${version}.`,
    restore: "Restore them",
    discard: "Discard",
    leave: "Leave them",
    newer: (version: number, author: string | null, time: string) =>
      `Version ${version} was saved ${author === null ? "" : `by ${author} `}at ${time}.`,
    newerUnsaved: "You can go on writing; when you save, you choose which words count.",
    load: (version: number) => `Show version ${version}`,
    notKept: "Your words could not be kept aside, so nothing was changed.",
    draftRefused: (sentence: string) => `The draft is kept on this computer only. ${sentence}`,
  },

  conflict: {
    title: "Somebody else saved in between",
    theirs: (version: number, author: string | null, time: string) =>
      `Version ${version} was saved ${author === null ? "" : `by ${author} `}at ${time}.`,
    mine: (version: number | null) =>
      version === null
        ? "Your words were begun before the first version."
        : `Your words were begun on version ${version}.`,
    keepMine: (version: number) => `Save mine as version ${version}`,
    keepMineHint: "The other version stays in the history.",
    loadTheirs: (version: number) => `Show version ${version}`,
    loadTheirsHint: "Your words are kept under History.",
    cancel: "Not now",
  },

  history: {
    title: "History",
    empty: "No version yet. The first save makes version 1.",
    version: (number: number) => (number === 0 ? "As it came from the site" : `Version ${number}`),
    current: "current",
    noAuthor: "no author",
    restore: (number: number) => `Bring back version ${number}`,
    restoreShort: "Bring back",
    restoreAsk: (number: number) => `Version ${number} becomes the newest one and is sent to the site.`,
    restoreUnsaved: "What you have not saved is kept under History.",
    confirm: "Bring it back",
    cancel: "Not now",
    drafts: "Unsaved words",
    draft: (time: string) => `Words from ${time}`,
    here: "on this computer",
    elsewhere: "another tab or a colleague",
    letGo: "let go for newer words; the computer they were typed on may still have them",
    unreadable: "These words cannot be shown in this editor.",
    use: "Restore",
    close: "Close history",
    noSite: "not sent",
  },
};
