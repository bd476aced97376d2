/** Everything that reads pastes, in one module that is loaded after the first paint. */
export * as addresses from "linkifyjs";
export { readCodeText } from "./embed-code.ts";
export { PICTURES_ON_DISK, readPastedHtml } from "./pasted-html.ts";
export { placePictures } from "./place-pictures.ts";
