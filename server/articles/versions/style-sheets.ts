/**
 * The style sheet of articles as a file of the version, if the project's setting `style_sheet` is "file": for sites that
 * remove `<style>` from `vms_html`. It is an ordinary asset, so that sites store it and return its URL.
 */
import { createHash } from "node:crypto";
import { styleSheet, styleSheetName } from "../../article/render.ts";
import type { Asset } from "../../media/asset-store.ts";
import type { Services } from "../../services.ts";
import type { Session } from "../sessions/session-store.ts";

export type StyleSheets = ReturnType<typeof createStyleSheets>;

export function createStyleSheets({
  runtime,
  projects,
  assets,
  blobs,
}: Pick<Services, "runtime" | "projects" | "assets" | "blobs">) {
  const bytes = Buffer.from(styleSheet());
  // The name contains the hash, so that sites never confuse the style sheets of two versions of Galley.
  const fileName = styleSheetName(createHash("sha256").update(bytes).digest("hex").slice(0, 8));
  return {
    isFile: ({ projectId }: Session): boolean => projects.byId(projectId).settings.style_sheet === "file",
    /** The session's style sheet file, stored at its first save. @throws AppError disk_full */
    async of({ id: sessionId }: Session): Promise<Asset | null> {
      const existing = assets.byName(sessionId, fileName);
      if (existing !== null && existing.blob !== null) return existing;
      await blobs.write(bytes, { limitBytes: bytes.length }, ({ sha256, size, crc32 }) =>
        assets.add({
          ...{ sessionId, fileName, blob: sha256, size, crc32, type: "text/css", width: null, height: null },
          ...{ originalName: fileName, clientUrl: null, createdAt: runtime.clock.now() },
        }),
      );
      return assets.byName(sessionId, fileName);
    },
  };
}
