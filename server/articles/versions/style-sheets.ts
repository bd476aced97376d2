/**
 * The style sheet of articles as a file of the version, where a project asks for it (its setting `style_sheet`): for sites
 * that take `<style>` out of `vms_html`. It is an asset like any other, so that sites store it and answer with its URL.
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
  // Another version of Galley has other rules under another name: no site mixes the two up.
  const fileName = styleSheetName(createHash("sha256").update(bytes).digest("hex").slice(0, 8));
  return {
    isFile: ({ projectId }: Session): boolean => projects.byId(projectId).settings.style_sheet === "file",
    /** The style sheet's file in the session, stored at its first save. @throws AppError disk_full */
    async of({ id: sessionId }: Session): Promise<Asset | null> {
      const known = assets.byName(sessionId, fileName);
      if (known !== null && known.blob !== null) return known;
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
