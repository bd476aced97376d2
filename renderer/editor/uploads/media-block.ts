/** Which block an uploaded file becomes. */
import type { Node, Schema } from "@tiptap/pm/model";
import type { UploadedMedia } from "../../../server/contracts/editor-api.ts";

/** The block for a MIME type. */
export function mediaBlockName(type: string): "figure" | "video" | "audio" | "fileDownload" {
  if (type.startsWith("image/")) return "figure";
  if (type.startsWith("video/")) return "video";
  return type.startsWith("audio/") ? "audio" : "fileDownload";
}

/** @throws RangeError for a schema without that block, which the article's is not */
export function mediaBlock(schema: Schema, media: Pick<UploadedMedia, "file_name" | "type">): Node {
  return schema.node(mediaBlockName(media.type), { file: media.file_name });
}
