import * as article from "./article.ts";
import * as features from "./features.ts";

const pictures = (count: number): string => (count === 1 ? "1 picture" : `${count} pictures`);

export const en = {
  offline: "Galley is not reachable.",
  loginEnded: "Your login has expired.",

  common: {
    cancel: "Cancel",
    dismiss: "Dismiss",
    close: "Close",
    compare: "Compare",
    discard: "Discard",
    downloadArchive: "Download archive",
    loading: "Loading…",
    more: "More",
    preview: "Preview",
    restore: "Restore",
    retry: "Try again",
    save: "Save",
    unsavedChanges: "Unsaved changes",
  },

  start: {
    opening: "Opening the article…",
    closedTitle: "This link has expired",
    openAgain: "Open the article again from your site.",
    unsavedKept: "Your unsaved changes are kept on this computer.",
    noArticle: "There is no article at this URL.",
    failedTitle: "Could not open the article",
    foreignTitle: "This article was written in another editor",
    foreign:
      "Galley cannot show it and has not changed it. Go back to your site, or start over: your first save replaces the article.",
    startBlank: "Start with an empty page",
  },

  header: {
    label: "Article and tools",
    author: "Author",
    authorMissing: "Add your name",
    saveHint: (key: string) => `Save and send to the site (${key})`,
  },

  toolbar: {
    label: "Formatting",
    bold: "Bold",
    italic: "Italic",
    link: "Link",
    picture: "Insert pictures",
    undo: "Undo",
    redo: "Redo",
  },

  link: {
    label: "Link to",
    placeholder: "https://…, a page of the site, an e-mail address",
    problem: "Not a valid link. Enter a URL such as example.org, a page of the site such as /about, mailto: or tel:.",
    apply: "Set link",
    remove: "Remove link",
  },

  article: {
    label: "Article text",
    placeholder: "Write, or press / for blocks",
    emptyLine: "/ for blocks",
  },

  figure: {
    description: "Description",
    descriptionPlaceholder: "What the picture shows, for readers who cannot see it",
    remove: "Remove",
    undescribed: "No description",
    notHere: (file: string) => `Could not load ${file}.`,
    beingFetched: (file: string) => `Fetching ${file} from the site…`,
    notFetched: (file: string, problem: string) =>
      `Could not fetch ${file} from the site. Galley retries when the article is opened again. ${problem}`,
    gone: (file: string) =>
      `${file} is missing, and its URL is unknown. Insert it again or remove this block. You can save without it.`,
  },

  upload: {
    heic: "This browser cannot open HEIC pictures. Export the picture as JPEG, or use Safari.",
    makeGallery: "Make a gallery",
    picturesAdded: (count: number) => `${pictures(count)} added.`,
    galleryPending: "They become a gallery when all are uploaded.",
    progress: (name: string) => `Upload progress: ${name}`,
    state(name: string, refusal: string | null, kind: string): string {
      if (refusal !== null) return `${name}: ${refusal}`;
      if (kind === "waiting_for_server") return `${name}: waiting for Galley…`;
      if (kind === "preparing") return `${name}: resizing…`;
      return kind === "queued" ? `${name}: queued…` : `${name}: uploading…`;
    },
  },

  status: {
    label: "Article status",
    nothingSaved: "Nothing saved yet",
    saved: (version: number, time: string) => `Saved — version ${version}, ${time}`,
    saving: "Saving…",
    waitingForUploads: (count: number) => `Saves when ${pictures(count)} ${count === 1 ? "is" : "are"} uploaded…`,
    saveWaitsForServer: "Offline: kept on this computer. Saves when Galley is reachable.",
    saveWaitsForLogin: "Not saved: your login has expired. Kept on this computer.",
    refused: (sentence: string) => `Not saved: ${sentence}`,
    unreadable: "Could not read the article. Copy your text, then reload this page.",
    unsaved: "Unsaved changes — draft kept",
    /** By state of the connection. */
    kept: {
      down: "Offline: kept on this computer",
      login_ended: "Login expired: kept on this computer",
      fenced: "Read-only: kept on this computer",
    },
    onComputerOnly: "Unsaved changes — only on this computer",
    storedNowhere: "Not stored anywhere: keep this tab open",
    site: {
      queued: (site: string) => `Queued for ${site}…`,
      sent: (site: string) => `Sending to ${site}…`,
      waitingForResponse: "Waiting for the site’s response…",
      unfetched: {
        archive_not_downloaded: "Delivered, but the site did not download this version.",
        archive_refused: "Delivered, but the site could not download this version.",
      },
      accepted: (version: number, seconds: string | null) =>
        `Version ${version} delivered${seconds === null ? "" : ` (${seconds} s)`}`,
      notYet: (site: string) => `Retrying delivery to ${site}`,
      rejected: (reason: string) => `Rejected: ${reason}`,
      rejectedSilently: "Rejected without a reason",
      failed: (site: string, version: number) => `Failed: version ${version} not delivered to ${site}`,
      superseded: (version: number) => `Version ${version} superseded by a newer one`,
      held: "On hold",
    },
    why: "Why?",
    note: "Note",
    nextAttempt: (time: string) => `Next attempt: ${time}`,
  },

  notices: {
    label: "Notices",
    loginEnded:
      "Open the article again from your site; this tab then continues. Your changes are kept on this computer.",
    fencedTitle: "Changes cannot be saved here",
    fenced: (sentence: string) => `${sentence} Your changes are kept on this computer.`,
    restored: (time: string) => `Your unsaved changes from ${time} were restored.`,
    offer: (time: string, here: boolean, author: string | null) =>
      here
        ? `Unsaved changes from ${time} are on this computer.`
        : `Unsaved changes from ${time}, made ${author === null ? "in another tab or by a colleague" : `by ${author}`}.`,
    offerOlder: (version: number) => `They are older than version ${version}.`,
    restoreMine: "Restore my changes",
    replaced: (by: string) =>
      `${by === "" ? "The text was replaced." : `${by} replaced the text.`} Unsaved changes are kept in History.`,
    kept: {
      deleted: "Another person deleted text that you just typed. It is kept as unsaved changes in History.",
      unseen:
        "Your changes deleted text that another person typed in the meantime. It is kept as unsaved changes in History.",
      diverged: "Your changes could not be merged with the article. They are kept as unsaved changes in History.",
    },
    notKept: "Could not keep your unsaved changes, so nothing was changed. Try again.",
    draftRefused: (sentence: string) => `Your draft is kept only on this computer. ${sentence}`,
  },

  history: {
    title: "History",
    empty: "No versions yet.",
    version: (number: number) => (number === 0 ? "Original from the site" : `Version ${number}`),
    current: "current",
    noAuthor: "no author",
    reading: "View only: choose Edit to restore versions.",
    restore: (number: number) => `Restore version ${number}`,
    restoreAsk: (number: number) => `Version ${number} becomes the newest version and is sent to the site.`,
    restoreUnsaved: "Your unsaved changes are kept in History.",
    confirm: "Restore and send",
    here: "on this computer",
    elsewhere: "another tab or a colleague",
    evicted: "removed to keep newer drafts; the computer they were typed on may still have them",
    unreadable: "This editor cannot show this text.",
    noSite: "not sent",
    previewOf: (name: string) => `Preview of ${name}`,
    compareWith: (name: string) => `Compare with ${name}`,
    tabs: "View",
    back: "All versions",
    downloadJson: "Download data (JSON)",
    older: "Show older versions",
    keeping:
      "Older versions are kept for at least two weeks after the article was last opened. The current and the last delivered version are always kept.",
    siteCopy: "The site’s copy",
    siteCopyNote: "The site sent this content when the article was opened. It matches no version in Galley.",
    useSiteCopy: "Use this copy",
    useSiteCopyAsk: "Replaces the text on the screen, but does not save it.",
    foreign: "Written in another editor; kept unchanged.",
    previewFrame: (name: string) => `Page of ${name}`,
  },

  ...features,
  ...article,
};

/** The texts that each language provides. */
export type Messages = typeof en;
