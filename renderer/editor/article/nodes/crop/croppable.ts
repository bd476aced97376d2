/** Which pictures can be cropped: what a browser draws as it is, so no drawing and nothing that moves. */
import { HEAD, isAnimated } from "../../../uploads/fit/animated.ts";

/** MIME types. Of these only JPEG and BMP never move. */
const DRAWN = /^image\/(?:jpeg|png|webp|avif|bmp)$/;
const STILL = /^image\/(?:jpeg|bmp)$/;

/** Of the whole file, or of its beginning. */
export async function isCroppable(picture: Blob): Promise<boolean> {
  return DRAWN.test(picture.type) && (STILL.test(picture.type) || !(await isAnimated(picture)));
}

/**
 * The same of a file at the appliance, of which the beginning alone is asked for.
 * @param type MIME type, "" where it is not known
 * @returns true where nobody can tell: whoever tries is told
 */
export async function isCroppableAt(url: string, type: string): Promise<boolean> {
  if (!DRAWN.test(type) || STILL.test(type)) return type === "" || STILL.test(type);
  const answer = await fetch(url, { headers: { range: `bytes=0-${HEAD - 1}` } }).catch(() => null);
  return answer?.ok !== true || !(await isAnimated(await answer.blob()));
}
