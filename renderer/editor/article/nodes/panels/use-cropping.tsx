import type { Node } from "@tiptap/pm/model";
import { type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { Crop } from "../../../../../server/article/schema.ts";
import { GalleyProvider } from "../../../../shared/theme.tsx";
import type { MediaParts } from "../../../uploads/media-parts.ts";
import type { CropDialog } from "../crop/CropDialog.tsx";
import { applyCrop, type Cropping, isCroppableAt, openCropping } from "../crop/crop-picture.ts";
import type { PanelBlock } from "./panel-host.ts";

interface Open {
  Dialog: typeof CropDialog;
  cropping: Cropping;
  end: AbortController;
}

export function useCropping(
  { view, getPos }: PanelBlock,
  { attrs }: Node,
  parts: Pick<MediaParts, "files" | "queue">,
  onClosed: () => void,
): { canCrop: boolean; start(): void; problem: string | null; dialog: ReactNode } {
  const { file, crop } = attrs as { file: string; crop: Crop | null };
  const [open, setOpen] = useState<Open | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const canCrop = useCanCrop(file, parts.files);

  async function start(): Promise<void> {
    setProblem(null);
    try {
      const { CropDialog: Dialog } = await import("../crop/CropDialog.tsx");
      setOpen({ Dialog, cropping: await openCropping(file, crop, parts), end: new AbortController() });
    } catch (error) {
      setProblem((error as Error).message);
    }
  }

  function close(): void {
    open?.end.abort();
    open?.cropping.bitmap.close();
    setOpen(null);
    onClosed();
  }

  const dialog =
    open === null
      ? null
      : createPortal(
          // Panels have a React root of their own, outside the page's provider.
          <GalleyProvider>
            <open.Dialog
              cropping={open.cropping}
              onApply={(after) => applyCrop(view, getPos, parts, open.cropping, after, open.end.signal)}
              onClose={close}
            />
          </GalleyProvider>,
          document.body,
        );
  return { canCrop, start: () => void start(), problem, dialog };
}

function useCanCrop(file: string, files: MediaParts["files"]): boolean {
  const [known, setKnown] = useState({ file: "", can: false });
  useEffect(() => {
    let isWanted = true;
    void isCroppableAt(files.url(file), files.get(file)?.type ?? "").then((can) => isWanted && setKnown({ file, can }));
    return () => {
      isWanted = false;
    };
  }, [file, files]);
  return known.file === file && known.can;
}
