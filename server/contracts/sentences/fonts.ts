/** Errors and warnings about fonts: `server/fonts/`. */
export const fonts = {
  accepted: "Accepted: ttf, otf, woff and woff2.",
  collection: "The file is a collection of several fonts. Upload each font as a file of its own.",
  zip: "The file is a ZIP archive. Unpack it and upload its fonts.",
  web_page: "The file is a web page or XML, not a font. Its download may have failed.",
  empty: "The file is empty.",
  not_a_font: "The file is not a font.",
  damaged: "The font is damaged, incomplete or malicious. Export or download it again, then upload the new file.",
  too_large: "A font file can have at most {limit:bytes}.",
  too_much: "Reading the font takes too much time or memory: it is damaged or malicious.",
  closing: "Galley is shutting down, so the font was not stored. Upload it again in a moment.",
  no_snapshot: "This project has no font snapshot {id}.",
  no_font: "This project has no font {name}.",
  too_many: "This project already has {#max} fonts. Remove one that is not used.",
  nothing: "There are no fonts to publish. Upload one first.",
  missing: "Galley does not have the content of this font. Upload it again.",
  none_published: "No fonts were published for this site yet.",
  not_published: "This site has no published font of this name, or Galley does not have its content.",

  no_family: "The file has no family name, so its file name is used. Correct it if needed.",
  restricted:
    "The file says that it must not be embedded in documents (fsType). Check that its licence allows web use.",
  no_woff2: "The conversion to woff2 takes too long, so sites receive the original file. Upload a woff2 as well.",
  shadowed:
    "Not published: {name} was uploaded later with the same family, weight, style and format. Correct or remove one of them.",
  overlapping:
    "{name} has some of the same characters, in the same family, weight and style. Remove one of the two, or give them separate unicode ranges.",

  lacks: "The font lacks tables that browsers need: {tables}. Export it again as a web font.",
  no_glyphs: "The font has no glyphs: neither outlines nor pictures.",
  unpacked_size: "The unpacked font would have {size:bytes}; the limit is {max:bytes}.",

  family: "Input should be a family name",
  weight: "Input should be a weight from 1 to 1000, or two for a variable font, such as 400 or 100 900",
  style: "Input should be normal, italic or oblique, with angles if needed: oblique 0deg 10deg",
  stretch: "Input should be a width from 50% to 200%, or two for a variable font, such as 75% or 75% 125%",
  unicode_range: "Input should be a list of at most 300 unicode ranges, such as U+20-7E, U+A0-17F",
} as const;
