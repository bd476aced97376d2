/** What free HTML may hold on a site's page: for the sanitiser of a save, and for the look of the block in the editor. */

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const FREE_HTML_TABLE_PARTS = words("caption colgroup col thead tbody tfoot tr td th");

export const FREE_HTML_TAGS: readonly string[] = [
  ...words(`
    address article aside footer header h1 h2 h3 h4 h5 h6 hgroup section nav main div p pre blockquote hr
    ul ol li dl dt dd figure figcaption details summary table
    a abbr b bdi bdo br cite code data dfn del em i ins kbd mark q ruby rb rp rt rtc s samp small span strong sub sup
    time u var wbr img video audio source track
  `),
  ...FREE_HTML_TABLE_PARTS,
];

/** What these hold is no text of the article, or a browser and a parser do not agree where it ends. */
export const FREE_HTML_DROPPED_WHOLE = words(`
  script style textarea select option xmp iframe noembed noframes plaintext object embed applet svg math title
`);
