import {
  IconBoxMultiple,
  IconCards,
  IconFileDownload,
  IconLayoutGrid,
  IconLink,
  IconMessage,
  IconMusic,
  IconPhoto,
  IconPhotoPlus,
  IconPlayerPlay,
  IconTable,
} from "@tabler/icons-react";
import { memo } from "react";
import { messages } from "../messages/index.ts";
import type { OutlineEntry, OutlineKind } from "./read-outline.ts";

const ICONS = {
  figure: IconPhoto,
  gallery: IconLayoutGrid,
  video: IconPlayerPlay,
  audio: IconMusic,
  fileDownload: IconFileDownload,
  mediaPlace: IconPhotoPlus,
  linkEmbed: IconLink,
  embed: IconCards,
  table: IconTable,
  customContainer: IconBoxMultiple,
  comment: IconMessage,
} satisfies Record<Exclude<OutlineKind, "heading">, unknown>;

interface OutlineRowProps extends Pick<OutlineEntry, "kind" | "depth" | "level" | "name" | "words" | "count"> {
  index: number;
  picture: string;
  isHere: boolean;
  isStop: boolean;
  isDragged: boolean;
  drop: "above" | "below" | undefined;
}

export function entryName({
  kind,
  name,
  count,
  level,
}: Pick<OutlineEntry, "kind" | "name" | "count" | "level">): string {
  const t = messages.outline;
  if (kind === "gallery") return messages.media.galleryOf(count);
  return name === "" ? t.unnamed(kind, level) : name;
}

export const OutlineRow = memo(function OutlineRow(props: OutlineRowProps) {
  const { kind, depth, level, words, index, picture, isHere, isStop, isDragged, drop } = props;
  const t = messages.outline;
  const Icon = kind === "heading" ? null : ICONS[kind];
  const name = entryName(props);
  return (
    <div
      role="treeitem"
      className="outline-row"
      aria-level={depth}
      aria-current={isHere ? "location" : undefined}
      tabIndex={isStop ? 0 : -1}
      draggable
      title={name}
      data-row={index}
      data-kind={kind}
      data-level={level || undefined}
      data-dragged={isDragged || undefined}
      data-drop={drop}
      style={{ "--outline-depth": depth - 1 } as React.CSSProperties}
    >
      {picture === "" ? (
        Icon !== null && <Icon size={16} stroke={1.7} aria-hidden />
      ) : (
        <img className="outline-picture" src={picture} alt="" loading="lazy" decoding="async" draggable={false} />
      )}
      <span className="outline-name one-line">
        <span className="unseen">{t.before(kind, name)}</span>
        {name}
        {words > 0 && <span className="unseen">({t.words(words)})</span>}
      </span>
      {words > 0 && (
        <span className="outline-words" title={t.words(words)} aria-hidden>
          {words}
        </span>
      )}
    </div>
  );
});
