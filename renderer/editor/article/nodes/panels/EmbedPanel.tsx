/** The fields of an embed: where it is, what it is called, how high it is. */
import { readEmbed } from "../../../../../server/article/embeds/embed.ts";
import type { EmbedHost } from "../../../../../server/article/embeds/settings.ts";
import { EMBED_SHAPES } from "../../../../../server/article/embeds/shapes.ts";
import { messages } from "../../../messages/index.ts";
import { takeOut } from "../block-moves.ts";
import { ChoiceField, PanelButton, PanelRow, TextField } from "./fields.tsx";
import type { PanelProps } from "./panel-host.ts";

export function EmbedPanel({ block, node, hosts }: PanelProps & { hosts: readonly EmbedHost[] }) {
  const t = messages.embed;
  const { href, shape } = node.attrs as Record<"href" | "shape", string>;
  const read = readEmbed(href, hosts);
  const shapes: readonly string[] = EMBED_SHAPES;
  return (
    <>
      <TextField
        label={t.address}
        placeholder={t.addressPlaceholder}
        value={href}
        onWrite={(typed) => {
          const typedEmbed = readEmbed(typed, hosts);
          block.write({ href: typedEmbed.ok ? typedEmbed.embed.address : typed.trim() });
        }}
      />
      <p className="block-problem" role="status">
        {read.ok || href === "" ? "" : t.refused(read.reason, read.host)}
      </p>
      <TextField
        label={t.title}
        placeholder={t.titlePlaceholder}
        value={node.attrs.title}
        onWrite={(title) => block.write({ title })}
      />
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
        <PanelButton onClick={() => takeOut(block.view, block.getPos())}>{t.remove}</PanelButton>
      </PanelRow>
    </>
  );
}
