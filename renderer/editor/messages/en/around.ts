import type { CompareLanguage } from "../../../../server/article/compare/attribute-names.ts";
import { COMPARE_ENGLISH } from "../../../shared/compare/words.ts";

const things = (count: number): string => (count === 1 ? "1 thing" : `${count} things`);

/** What is around the article: people, history, the story of a save, checks, preview. */
export const around = {
  people: {
    label: "Who is writing",
    unnamed: "Unnamed",
    anotherTab: "Another tab of yours",
    also: (names: string) => `Also here: ${names}`,
    editing: (name: string, time: string) => `${name} is editing, since ${time}.`,
    takenOver: (name: string, time: string) => `${name} took over at ${time}. What you typed is kept.`,
    free: "Nobody is editing any more.",
    youRead: "You are reading.",
    takeOver: "Take over",
    readOnly: "Read only",
    edit: "Edit",
    saveNeedsWritingLease: "You are reading; take over to save.",
  },

  difference: {
    language: "en" as CompareLanguage,
    words: COMPARE_ENGLISH,
    mine: "Your words",
    legendMine: "only in yours",
    legendTheirs: (theirs: string) => `only in ${theirs}`,
    take: "Take this block",
    takeOut: "Take it out of yours",
    moveIt: "Move it here",
    /** @param before the words of the block before it in one's own, "" for the beginning */
    moved: (theirs: string, before: string) =>
      `Moved: in yours it stands ${before === "" ? "at the beginning" : `after “${before}”`}, in ${theirs} here.`,
    undo: "Undo",
    comparing: "Comparing…",
  },

  conflict: {
    loading: "Fetching the other version…",
    compare: "Your words and theirs, block by block. Nothing is sent before you save.",
    unreadable: "The other version cannot be shown here block by block.",
  },

  history: {
    preview: "Preview",
    compare: "Compare",
    previewOf: (name: string) => `Preview of ${name}`,
    compareWith: (name: string) => `Compare with ${name}`,
    tabs: "How to look at it",
    back: "All versions",
    download: "Download archive",
    downloadOf: (name: string) => `Download archive: ${name}`,
    downloadJson: "Download its data (JSON)",
    older: "Show older versions",
    keeping:
      "Older versions stay for at least two weeks after the article was last opened. The current one stays, and so does the last one that the site took.",
    siteCopy: "The site’s copy",
    siteCopyNote: "The site sent this state when the article was opened. It equals no version here.",
    siteCopyForeign: "It was written by another editor and cannot be shown here.",
    useSiteCopy: "Use it",
    useSiteCopyAsk: "It takes the place of the words on the screen, unsaved.",
    foreign: "Written by another editor; kept as it came.",
    discard: "Discard",
    reading: "Somebody else is editing: you can look at versions, not bring them back.",
    previewFrame: (name: string) => `${name} as a page`,
  },

  story: {
    sent: "Sent",
    took: (size: string) => `${size} fetched`,
    retry: "Send again",
    download: "Download archive",
    afterRefusal: "Change what it asks for and save, or send the same version again.",
    kept: (version: number) => `Your text is safe: version ${version} is stored here.`,
  },

  checks: {
    count: (count: number) => `${things(count)} to look at`,
    short: (count: number) => String(count),
    title: "To look at before you save",
    none: "Nothing to look at.",
    close: "Close the list",
    hint: "None of these keeps you from saving.",
    undescribed: "Picture without a description",
    dead_link: "Link that leads nowhere",
    no_address: "Button, card or embed without an address",
    untitled: "Embed without a title",
    to_come: "A note: TK",
    empty_heading: "Empty heading",
    large_picture: "Very large picture",
    skipped_level: "Heading that leaves out a level",
    missing_picture: "Picture that has not come yet",
    shrink: "Make it fit",
    shrinkAll: "Make all fit",
    /** What several findings of a kind are called. */
    several: {
      undescribed: (count: number) => `${count} pictures lack a description`,
      dead_link: (count: number) => `${count} links lead nowhere`,
      no_address: (count: number) => `${count} buttons, cards or embeds have no address`,
      untitled: (count: number) => `${count} embeds have no title`,
      to_come: (count: number) => `${count} notes: TK`,
      empty_heading: (count: number) => `${count} headings are empty`,
      skipped_level: (count: number) => `${count} headings leave out a level`,
      large_picture: (count: number) => `${count} very large pictures`,
      missing_picture: (count: number) => `${count} pictures have not come yet`,
    },
    next: "Next",
    previous: "Previous",
    nextOf: (what: string) => `Next: ${what}`,
    previousOf: (what: string) => `Previous: ${what}`,
    place: (number: number, count: number) => `${number} of ${count}`,
    keyHint: (key: string) => `${key} goes to the next.`,
  },

  preview: {
    open: "Preview",
    title: "Preview",
    close: "Close preview",
    width: "Width of the page",
    desktop: "Desktop",
    tablet: "Tablet",
    phone: "Phone",
    page: "Open as a page",
    preparing: "Sending your words to Galley…",
    offline: "The preview is made by Galley, which cannot be reached now. Your words are kept on this computer.",
    empty: "There is nothing to preview yet. Write something first.",
    retry: "Try again",
    frame: "The article as the site will get it",
  },

  more: "More",

  foreign: {
    kept: "The original is kept as it came: under History as version 0.",
    fromText: "Start from its text",
    excerpt: "Its beginning",
    noText: "No text could be found in it.",
  },
};
