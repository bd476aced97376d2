/**
 * What the editor tab and the appliance say to each other about the files of an article
 * (`/editor/api/sessions/:session_id/media`). Types only.
 */
import type { PictureWidth } from "../article/vms-json.ts";

/**
 * Answer of `POST /media?name=`, 201. `smaller_of=` names a picture of the session that the bytes show too, with fewer
 * pixels: they are published beside it; 422 where they do not.
 */
export interface UploadedMedia {
  file_name: string;
  size: number;
  type: string;
  width: number | null;
  height: number | null;
  /** The narrower files of the picture that are at the appliance. */
  widths?: PictureWidth[];
}

/** Body of `POST /media/fetch`, answered 201 with `UploadedMedia`; 422 with a sentence where no picture comes from there. */
export interface FetchBody {
  /** http or https, of a picture on a public address. */
  url: string;
}

/**
 * Answer of `POST /media/embed`, 200, whose body is `FetchBody` with the address of an embed: what the provider says of it.
 * Empty where the provider says nothing, is unknown or cannot be reached.
 */
export interface EmbedFacts {
  title: string;
  /** A still, now a file of the article. */
  poster: UploadedMedia | null;
}

/**
 * Body of `POST /media/copy`, answered 200 with `CopiedMedia`: files of the article that something was copied in. 403 where
 * it belongs to another site, or was copied too long ago.
 */
export interface CopyBody {
  /** `clip` of the session that the files are of. */
  clip: string;
  files: string[];
}

/** By the name that each file has in the other article; those whose bytes are not here any more are absent. */
export interface CopiedMedia {
  files: Record<string, UploadedMedia>;
}
