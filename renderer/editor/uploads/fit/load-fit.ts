/** Loads the code that resizes pictures, in idle time or with the first picture. */
import type { Prepare } from "../upload-queue.ts";

/** Also called in advance, so that pictures can be resized offline. */
export const fetchFit = () => import("./fit-picture.ts");

export const prepareWhenLoaded: Prepare = async (picture, isOriginal) =>
  (await fetchFit()).fitPicture(picture, isOriginal);
