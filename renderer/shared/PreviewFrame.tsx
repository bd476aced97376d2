/** A preview page at the width of a screen. The sandbox blocks its scripts and gives it an opaque origin. */
import { useElementSize } from "@mantine/hooks";

/** Common screen widths in CSS pixels. */
export const SCREENS = { desktop: 1280, tablet: 768, phone: 390 } as const;
export type Screen = keyof typeof SCREENS;

interface PreviewFrameProps {
  url: string;
  /** CSS pixels of the page. It is scaled down if the box is narrower. */
  width: number;
  title: string;
}

export function PreviewFrame({ url, width, title }: PreviewFrameProps) {
  const { ref, width: room, height } = useElementSize();
  const scale = Math.min(1, (room || width) / width);
  return (
    <div ref={ref} style={{ flex: 1, minHeight: "16rem", overflow: "hidden", background: "var(--surface-sunken)" }}>
      <iframe
        className="preview-frame"
        src={url}
        title={title}
        sandbox=""
        style={{
          width,
          height: height / scale,
          display: "block",
          border: 0,
          background: "var(--surface)",
          transformOrigin: "0 0",
          transform: `scale(${scale})`,
          marginInlineStart: Math.max(0, (room - width * scale) / 2),
        }}
      />
    </div>
  );
}
