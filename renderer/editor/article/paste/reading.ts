/** All that reads a paste and makes blocks of it: fetched once the page is painted, as load-reading.ts says. */
export * as addresses from "linkifyjs";
export { readCodeText } from "./embed-code.ts";
export { PICTURES_ON_DISK, readPastedHtml } from "./pasted-html.ts";
export { settlePictures } from "./settle-pictures.ts";
