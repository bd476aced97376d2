/** The worker that resizes one picture: one message in, one message out. */
import { makeWidths } from "./make-widths.ts";

export interface FitOrder {
  picture: Blob;
  isOriginal: boolean;
}

addEventListener("message", async ({ data }: MessageEvent<FitOrder>) => {
  postMessage(await makeWidths(data.picture, data.isOriginal).catch(() => null));
});
