/** All that reads a paste and makes blocks of it: fetched once the page is painted, as load-paste-reader.ts says. */
export * as addresses from "linkifyjs";
export { readCodeText } from "./embed-code.ts";
export { PICTURES_ON_DISK, readPastedHtml } from "./pasted-html.ts";
export { placePictures } from "./place-pictures.ts";
