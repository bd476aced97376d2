/** Types of the editor's API for the files of an article (`/editor/api/sessions/:session_id/media`). */
import type { PictureWidth } from "../article/vms-json.ts";

/**
 * Response to `POST /media?name=`, 201. `smaller_of=` names a picture of the session that these bytes show with fewer
 * pixels. Galley publishes them beside it; 422 when they show something else.
 */
export interface UploadedMedia {
  file_name: string;
  size: number;
  type: string;
  width: number | null;
  height: number | null;
  /** The narrower files of the picture that the appliance has. */
  widths?: PictureWidth[];
}

/**
 * Body of `POST /media/fetch`. Response: 201 with `UploadedMedia`; 422 with a sentence when the URL gives no picture.
 */
export interface FetchBody {
  /** An http or https URL on a public IP address. */
  url: string;
}

/**
 * Response to `POST /media/embed`, 200, whose body is `FetchBody` with the URL of an embed: facts from the provider.
 * Empty when the provider sends none, is unknown or cannot be reached.
 */
export interface EmbedFacts {
  title: string;
  /** A still image, already stored as a file of the article. */
  poster: UploadedMedia | null;
}

/**
 * Body of `POST /media/copy`: files of the article that content was copied from. Response: 200 with `CopiedMedia`. 403
 * when that article belongs to another site, or when the copy has expired.
 */
export interface CopyBody {
  /** `clip` of the session that has the files. */
  clip: string;
  files: string[];
}

/** Keyed by the file names in the other article; files whose bytes are no longer here are absent. */
export interface CopiedMedia {
  files: Record<string, UploadedMedia>;
}
