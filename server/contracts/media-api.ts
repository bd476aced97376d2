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
 * Body of `POST /media/fetch`. Response: 201 with `UploadedMedia`; 422 if the URL does not return a picture.
 */
export interface FetchBody {
  /** An http or https URL on a public IP address. */
  url: string;
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

/**
 * Body of `POST /media/copy`: copies files from another article. Response: 200 with `CopiedMedia`. 403 if that article
 * belongs to another site, or the copy has expired.
 */
export interface CopyBody {
  /** `clip` of the session that has the files. */
  clip: string;
  files: string[];
}

/** By file name in the other article; omits files whose bytes are missing. */
export interface CopiedMedia {
  files: Record<string, UploadedMedia>;
}
