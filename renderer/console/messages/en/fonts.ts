const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** Names that newsrooms use for the weights of a family. */
const WEIGHTS: Readonly<Record<string, string>> = {
  "100": "Thin",
  "200": "Extra light",
  "300": "Light",
  "400": "Regular",
  "500": "Medium",
  "600": "Semibold",
  "700": "Bold",
  "800": "Extra bold",
  "900": "Black",
};

/** The fonts of a project. `<time>` and `<article>` are set by the page. */
export const fonts = {
  title: "Fonts",
  theProject: "The project",
  theFonts: "The fonts",
  none: "No fonts yet",
  noneHint: "Upload the fonts in which the site sets its articles. Sites hear of them when you publish.",
  whatSitesKnow: "What sites know",
  neverPublished: "Nothing has been published yet.",
  publishedLast: (what: string) => `Published last, <time></time>: ${what}.`,
  notPublishedYet: "What you have changed since is not published yet.",
  publish: "Publish…",
  sendAgain: "Send again…",
  howTaken: "How sites took them",
  snapshots: "Snapshots",

  specimen: "Specimen",
  specimenHint: "The line that each font is shown with; this browser keeps it.",
  specimenText: "Hamburgefonstiv 0123456789",
  files: (count: number) => counted(count, "file"),
  correct: "Correct…",
  remove: "Remove…",
  removing: {
    title: (name: string) => `Remove ${name}?`,
    action: "Remove the font",
    text: "It goes from this list. Sites keep it until you publish, and snapshots that were published keep it for good.",
  },
  characters: (count: number) => counted(count, "character"),
  axis: (name: string, min: number, max: number) => `${name} ${min} to ${max}`,
  variable: (axes: string) => `variable: ${axes}`,
  onlyFor: (range: string) => `only for ${range}`,
  corrected: (said: string) => `corrected; the file says ${said}`,

  weights: WEIGHTS,
  weightRange: (from: string, to: string) => `${from} to ${to}`,
  styles: {} as Readonly<Record<string, string>>,
  wide: (stretch: string) => `, ${stretch} wide`,
  widthRange: (from: string, to: string) => `${from} to ${to}`,

  /** What a family lacks, for what readers would see. */
  gaps: {
    label: (family: string) => `What ${family} lacks`,
    noRegular: (has: string) => `${has} without Regular: plain text would be set in ${has}.`,
    noBold: "No Bold: browsers would thicken the letters of bold words themselves.",
    noItalic: "No italics: browsers would slant the upright letters themselves.",
    noUpright: "Italics without upright letters: plain text would be set in italics.",
    noBoldItalic: "No Bold italic, though there are Bold and italics.",
    noRegularItalic: "Bold italic without Regular italic.",
  },

  upload: {
    drop: "Drop fonts here: ttf, otf, woff or woff2, at most 20 MB each. Where there is no woff2, Galley makes one.",
    choose: "Choose fonts…",
    input: "Fonts to upload",
    list: "Uploads",
    taken: (count: number) => `Fonts taken: ${count}.`,
    putAway: "Put away",
    queued: "Waiting",
    sending: "Sending",
    reading: "Reading it, making its woff2",
    tooLarge: "A font file may have at most 20 MB.",
  },

  publishing: {
    title: "Publish the fonts?",
    titleAgain: "Publish this snapshot again?",
    action: "Publish",
    actionAgain: "Publish again",
    again: "The fonts of <time></time> become the current ones. The list of fonts above stays as it is.",
    what: "What will be sent to whom",
    changes: "What changes",
    told: "Who is told",
    nobody:
      "No article of this project has been opened yet, so nobody is told now. Sites get the fonts with each opening all the same.",
    addresses: (count: number) => `${counted(count, "callback address", "callback addresses")} will be told:`,
    inTheName: (article: string, saved: boolean) =>
      `in the name of article ${article}${saved ? "" : ", in which nothing was saved yet"}`,
    more: (count: number) => `… and ${count.toLocaleString("en")} more.`,
  },

  compare: {
    head: "Compare",
    from: "From",
    to: "To",
    now: "The fonts as they are now",
    added: "New",
    changed: "Changed",
    removed: "Gone",
    before: (file: string) => `before: ${file}`,
    counts: { added: "new", changed: "changed", removed: "gone", unchanged: "unchanged" },
    nothing: "No files at all",
  },
  nobodyTold: "nobody was told",
  noFonts: "no fonts",
  stateCount: (count: number, state: string) => `${count} ${state.toLowerCase()}`,

  current: "current",
  publishAgain: "Publish again…",
  publishAgainOf: (when: string) => `the fonts of ${when}`,
  downloadArchive: "Download the archive",
  downloadArchiveOf: (when: string) => `Download the archive of ${when}`,
  noDeliveries: "No article had been opened when the fonts were published, so nobody was told.",
  deliveries: "Deliveries of the current fonts",
  openDelivery: "Open the delivery",
  inTheNameOf: "in the name of <article></article>",

  correcting: {
    title: (name: string) => `Correct ${name}`,
    family: "Family",
    familyHint: "As articles and style sheets call it.",
    weight: "Weight",
    weightHint: "1 to 1000, or two for a variable font: 100 900.",
    style: "Style",
    styleHint: "How it leans.",
    width: "Width",
    widthHint: "50% to 200%, or two for a variable font.",
    range: "Unicode range",
    rangeHint: "Only for these characters, such as U+0-24F. Empty: all that the file has.",
    asFileSays: "As the file says",
    leave: "Leave it as it is",
    save: "Save the correction",
  },
};
