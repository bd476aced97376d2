/** Types of the editor's API for the files of an article (`/editor/api/sessions/:session_id/media`). */
import type { PictureWidth } from "../article/vms-json.ts";

/**
 * Response to `POST /media?name=`, 201. `smaller_of=` is the file name of a picture in the session. The upload is then
 * a smaller version of it, and Galley publishes both; 422 if its proportions differ.
 */
export interface UploadedMedia {
  file_name: string;
  size: number;
  type: string;
  width: number | null;
  height: number | null;
  /** The narrower versions of the picture. */
  widths?: PictureWidth[];
}

/**
 * Response to `POST /media/embed`, 200, with the URL of an embed as `FetchBody`: data from the provider. Empty if the
 * provider is unknown, cannot be reached or sends no data.
 */
export interface EmbedFacts {
  title: string;
  /** A still image, already stored as a file of the article. */
  poster: UploadedMedia | null;
}

/** By file name in the other article; omits files whose bytes are missing. */
export interface CopiedMedia {
  files: Record<string, UploadedMedia>;
}
