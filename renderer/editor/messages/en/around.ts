const things = (count: number): string => (count === 1 ? "1 thing" : `${count} things`);

/** What is around the article: people, history, the story of a save, checks, preview. */
export const around = {
  people: {
    label: "Who is writing",
    somebody: "Somebody",
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
    mine: "Your words",
    legend: (theirs: string) => `Struck through: only in yours. Underlined: only in ${theirs}.`,
    changes: (count: number) =>
      count === 0 ? "No differences" : count === 1 ? "1 difference" : `${count} differences`,
    change: (number: number, count: number, block: string) => `${number} of ${count}: ${block}`,
    next: "Next difference",
    previous: "Previous difference",
    same: (count: number) => (count === 1 ? "1 block is the same" : `${count} blocks are the same`),
    take: "Take this block",
    takeOut: "Take it out of yours",
    onlyForm: "The words are the same; formatting or a setting differs.",
    nothing: "not in this one",
    empty: "empty",
    undo: "Undo",
    comparing: "Comparing…",
    block(type: string, level: number): string {
      return (
        {
          paragraph: "Paragraph",
          heading: ["Heading", "Subheading", "Small heading"][level - 2] ?? "Heading",
          bulletList: "Bulleted list",
          orderedList: "Numbered list",
          blockquote: "Quote",
          pullQuote: "Pull quote",
          figure: "Picture",
          gallery: "Gallery",
          video: "Video",
          audio: "Sound",
          fileDownload: "File",
          linkEmbed: "Link card",
          embed: "Embed",
          table: "Table",
          columns: "Columns",
          callout: "Callout",
          button: "Button",
          details: "Foldable part",
          horizontalRule: "Line",
          codeBlock: "Code",
          freeHtml: "Free HTML",
          customContainer: "Container of the site",
        }[type] ?? type
      );
    },
    attribute(name: string): string {
      return (
        {
          file: "File",
          alt: "Description",
          title: "Title",
          description: "Text",
          credit: "Credit",
          source: "Source",
          href: "Address",
          html: "HTML",
          poster: "Still picture",
          language: "Language",
        }[name] ?? name
      );
    },
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
    sent: (site: string) => `Sent to ${site}`,
    took: (size: string) => `Archive of ${size} fetched`,
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
    shrink: "Make it smaller",
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
