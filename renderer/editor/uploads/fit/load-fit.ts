/** What makes pictures fit for readers is no part of the first page: it comes when the page rests, or with the first picture. */
import { Unreachable } from "../../client/api.ts";
import { messages } from "../../messages/index.ts";
import type { Prepare } from "../upload-queue.ts";

type Fit = typeof import("./fit-picture.ts");

let fit: Fit | null = null;

/**
 * Fetches it, so that a picture that is dropped offline can be made fit too.
 * @throws Unreachable where it is not to be had now; whoever asks next tries again
 */
export async function fetchFit(): Promise<Fit> {
  fit ??= await import("./fit-picture.ts").catch(() => {
    throw new Unreachable(messages.offline);
  });
  return fit;
}

export const prepareWhenLoaded: Prepare = async (picture, isOriginal) =>
  (await fetchFit()).fitPicture(picture, isOriginal);
