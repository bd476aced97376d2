/** The worker that resizes pictures: one message in, one message out. */
import { makeWidths, type Widths } from "./make-widths.ts";

export interface FitOrder {
  id: number;
  picture: Blob;
  isOriginal: boolean;
}

export interface FitResponse {
  id: number;
  widths: Widths | null;
}

addEventListener("message", async ({ data }: MessageEvent<FitOrder>) => {
  const widths = await makeWidths(data.picture, data.isOriginal).catch(() => null);
  postMessage({ id: data.id, widths } satisfies FitResponse);
});
