import type { ContainerDefinition } from "../../../server/article/containers.ts";
import type { EmbedSettings } from "../../../server/article/embeds/settings.ts";
import { jsonAttribute } from "../ui/lib/dom.ts";
import type { Assets } from "./assets.ts";
import type { Imports } from "./imports.ts";
import type { UploadQueue } from "./upload-queue.ts";

export interface MediaParts {
  files: Assets;
  queue: UploadQueue;
  imports: Imports;
}

export interface ArticleParts extends MediaParts {
  embeds: EmbedSettings;
  containers: readonly ContainerDefinition[];
}

/** The file of a copied block (see `dataAttributes`); undefined if it is not a file of this session. */
export function knownFile(block: Element, files: Assets): string | undefined {
  const file = jsonAttribute(block, "data-file");
  return typeof file === "string" && files.get(file) !== undefined ? file : undefined;
}
