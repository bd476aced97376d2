/** Loads the code that resizes pictures, in idle time or with the first picture. */
import { Unreachable } from "../../client/api.ts";
import { messages } from "../../messages/index.ts";
import type { Prepare } from "../upload-queue.ts";

type Fit = typeof import("./fit-picture.ts");

let fit: Fit | null = null;

/** Also called in advance, so that pictures can be resized offline. @throws Unreachable; the next call retries */
export async function fetchFit(): Promise<Fit> {
  fit ??= await import("./fit-picture.ts").catch(() => {
    throw new Unreachable(messages.offline);
  });
  return fit;
}

export const prepareWhenLoaded: Prepare = async (picture, isOriginal) =>
  (await fetchFit()).fitPicture(picture, isOriginal);
