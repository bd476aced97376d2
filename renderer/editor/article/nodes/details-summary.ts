/** The line that is seen before the rest is unfolded. */
import { Node } from "@tiptap/core";
import { element } from "../../lib/dom.ts";
import { messages } from "../../messages/index.ts";
import { createLineView } from "./block-view.ts";

export const DetailsSummary = Node.create({
  name: "detailsSummary",
  parseHTML: () => [{ tag: "summary" }],
  renderHTML: () => ["summary", 0],
  addNodeView:
    () =>
    ({ node }) =>
      createLineView(node, element("div", { class: "details-summary" }), messages.blocks.details.summaryPlaceholder),
});
