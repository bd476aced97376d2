import { readEmbed } from "../../../../../server/article/embeds/embed.ts";
import type { EmbedHost } from "../../../../../server/article/embeds/settings.ts";
import { EMBED_SHAPES } from "../../../../../server/article/embeds/shapes.ts";
import { messages } from "../../../messages/index.ts";
import type { MediaParts } from "../../../uploads/media-parts.ts";
import { removeBlock } from "../media/media-commands.ts";
import { BlockBar } from "./BlockBar.tsx";
import { AttributeField, ChoiceField, PanelButton, PanelRow, TextField } from "./fields.tsx";
import type { PanelProps } from "./panel-host.ts";

interface EmbedPanelProps extends PanelProps, Pick<MediaParts, "imports"> {
  hosts: readonly EmbedHost[];
}

export function EmbedPanel({ block, node, hosts, imports }: EmbedPanelProps) {
  const t = messages.embed;
  const { href, title, shape } = node.attrs as Record<"href" | "title" | "shape", string>;
  const read = readEmbed(href, hosts);
  const shapes: readonly string[] = EMBED_SHAPES;
  return (
    <BlockBar block={block}>
      <TextField
        label={t.address}
        placeholder={t.addressPlaceholder}
        value={href}
        onWrite={(typed) => {
          const typedEmbed = readEmbed(typed, hosts);
          const next = typedEmbed.ok ? typedEmbed.embed.address : typed.trim();
          if (next === href) return;
          // Still and title belong to the previous URL; a title typed by the journalist stays.
          const gone = imports.isTitleOf(href, title) ? { title: "" } : {};
          block.write({ href: next, poster: "", ...gone });
        }}
      />
      <p className="block-problem" role="status">
        {read.ok || href === "" ? "" : t.refused(read.reason, read.host)}
      </p>
      <AttributeField block={block} node={node} name="title" label={t.title} placeholder={t.titlePlaceholder} />
      <ChoiceField
        label={t.shape}
        value={shape}
        choices={[
          ["", read.ok ? t.usualShape(read.embed.shape) : t.usualShape("")],
          ...[...(shape === "" || shapes.includes(shape) ? [] : [shape]), ...shapes].map(
            (each) => [each, each] as const,
          ),
        ]}
        onWrite={(value) => block.write({ shape: value })}
      />
      <PanelRow>
        <PanelButton onClick={() => removeBlock(block.view, block.getPos())}>{t.remove}</PanelButton>
      </PanelRow>
    </BlockBar>
  );
}
