import type { CompareLanguage } from "../../../../server/article/compare/block-text.ts";

const counted = (one: string, more: string) => (count: number) => (count === 1 ? one : `${count} ${more}`);
const issues = counted("1 issue", "issues");

export const around = {
  people: {
    label: "Also here",
    unnamed: "Unnamed",
    anotherTab: "Another tab of yours",
    person: (name: string, reading: boolean) => (reading ? `${name} (viewing)` : name),
    goTo: (name: string) => `${name}: go to cursor`,
    joined: (name: string) => `${name} joined.`,
    left: (name: string) => `${name} left.`,
    reading: "Viewing",
    youRead: "You are viewing.",
    edit: "Edit",
    read: "View only",
    readingCannotSave: "You are viewing. Choose Edit to save.",
  },

  offer: {
    title: (time: string) => `Unsaved changes from ${time}`,
    lead: "“Your text” is the current article. Nothing is sent until you save.",
  },

  difference: {
    language: "en" as CompareLanguage,
    mine: "Your text",
    legendMine: "only in yours",
    legendTheirs: (theirs: string) => `only in ${theirs}`,
    take: "Use this block",
    takeOut: "Remove from yours",
    moveIt: "Move here",
    /** @param before text of the block before it in the journalist's article; "" for the beginning */
    moved: (theirs: string, before: string) =>
      `Moved: in yours it is ${before === "" ? "at the beginning" : `after “${before}”`}, in ${theirs} it is here.`,
    undo: "Undo",
    comparing: "Comparing…",
  },

  history: {
    previewOf: (name: string) => `Preview of ${name}`,
    compareWith: (name: string) => `Compare with ${name}`,
    tabs: "View",
    back: "All versions",
    downloadOf: (name: string) => `Download archive: ${name}`,
    downloadJson: "Download data (JSON)",
    older: "Show older versions",
    keeping:
      "Older versions are kept for at least two weeks after the article was last opened. The current and the last delivered version are always kept.",
    siteCopy: "The site’s copy",
    siteCopyNote: "The site sent this content when the article was opened. It matches no version in Galley.",
    siteCopyForeign: "Written in another editor. Galley cannot show it.",
    useSiteCopy: "Use this copy",
    useSiteCopyAsk: "Replaces the text on the screen, but does not save it.",
    foreign: "Written in another editor; kept unchanged.",
    reading: "Read only: you can view versions, but not restore them.",
    previewFrame: (name: string) => `Page of ${name}`,
  },

  story: {
    sent: "Sent",
    downloaded: (size: string) => `${size} downloaded`,
    retry: "Resend",
    afterRefusal: "Change what the site asks for and save, or resend this version.",
    kept: (version: number) => `Version ${version} is stored in Galley.`,
  },

  checks: {
    count: (count: number) => `${issues(count)} to review`,
    short: (count: number) => String(count),
    title: "Review before saving",
    none: "No issues.",
    close: "Close list",
    hint: "You can save anyway.",
    shrink: "Resize",
    shrinkAll: "Resize all",
    found: {
      undescribed: counted("Picture without a description", "pictures without a description"),
      dead_link: counted("Invalid link", "invalid links"),
      no_address: counted("Button, card or embed without a URL", "buttons, cards or embeds without a URL"),
      untitled: counted("Embed without a title", "embeds without a title"),
      to_come: counted("Note (TK)", "notes (TK)"),
      empty_heading: counted("Empty heading", "empty headings"),
      skipped_level: counted("Skipped heading level", "skipped heading levels"),
      large_picture: counted("Very large picture", "very large pictures"),
      missing_picture: counted("Missing picture", "missing pictures"),
    },
    next: "Next",
    previous: "Previous",
    nextOf: (what: string) => `Next: ${what}`,
    previousOf: (what: string) => `Previous: ${what}`,
    place: (number: number, count: number) => `${number} of ${count}`,
    keyHint: (key: string) => `${key}: next issue.`,
  },

  preview: {
    close: "Close preview",
    width: "Screen width",
    desktop: "Desktop",
    tablet: "Tablet",
    phone: "Phone",
    page: "Open in a new tab",
    preparing: "Preparing the preview…",
    offline: "No preview: Galley is not reachable. Your changes are kept on this computer.",
    empty: "Nothing to preview yet.",
    frame: "The article as the site receives it",
  },

  foreign: {
    kept: "The original is kept in History as version 0.",
    fromText: "Start from its text",
    excerpt: "Beginning of the text",
    noText: "It contains no text.",
  },
};
