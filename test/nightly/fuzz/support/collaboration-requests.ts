/** Requests for comments, snippets, copied files and version previews. */
import type { Chance } from "../../../support/chance.ts";
import { anyText, anyValue } from "./mutate.ts";
import { admin, adminCall, article, type Call, encoded, type Kind, or, query, tabCall } from "./parts.ts";
import type { World } from "./world.ts";

/** Few ids, so that requests use items of earlier requests. */
const idOf = (chance: Chance, of: string) => or(chance, `${of}-${chance.below(8)}`, 0.08);

const anchor = (world: World, chance: Chance) => ({
  kind: or(chance, chance.pick(["words", "block"]), 0.05),
  block: or(chance, "paragraph", 0.1),
  file: or(chance, chance.pick(world.sessions).file, 0.3),
  exact: or(chance, "Some words", 0.2),
  prefix: or(chance, "", 0.2),
  suffix: or(chance, "", 0.2),
  from: chance.happens(0.1) ? anyValue(chance) : chance.below(20),
  to: chance.happens(0.1) ? anyValue(chance) : chance.below(40),
});

const snippetContent = (world: World, chance: Chance) => ({
  kind: or(chance, chance.pick(["blocks", "words"]), 0.05),
  doc: chance.happens(0.1) ? anyValue(chance) : (article(world, chance) as { doc?: unknown } | null)?.doc,
});

export const COLLABORATION: Record<string, Kind> = {
  comment: tabCall((world, chance) => {
    const words = { id: idOf(chance, "c"), text: or(chance, "Who says so?", 0.3), author: or(chance, "Ann", 0.2) };
    const one = `/comments/${encoded(chance, idOf(chance, "c"))}`;
    return [
      ["GET", `/comments${query(chance, { cursor: anyText(chance) })}`],
      ["POST", "/comments", { ...words, anchor: anchor(world, chance) }],
      ["POST", `${one}/replies`, words],
      ["PATCH", one, { author: words.author, text: words.text, resolved: anyValue(chance) }],
      ["DELETE", one + query(chance, { author: words.author })],
      ["PUT", "/comment-anchors", { anchors: [{ id: idOf(chance, "c"), anchor: anchor(world, chance) }] }],
    ];
  }),
  snippet: tabCall((world, chance) => {
    const author = or(chance, "Ann", 0.3);
    const name = or(chance, `Box ${chance.below(8)}`, 0.2);
    const one = `/snippets/${encoded(chance, idOf(chance, "s"))}`;
    const file = or(chance, chance.pick(world.sessions).file, 0.3);
    const content = snippetContent(world, chance);
    const kept: Call = ["POST", "/snippets", { id: idOf(chance, "s"), name, author, ...content }];
    return [
      kept,
      kept,
      ["GET", `/snippets${query(chance, { cursor: anyText(chance) })}`],
      ["GET", `${one}/files/${encoded(chance, file)}`],
      ["POST", `${one}/insert`],
      ["PATCH", one, { author, ...(chance.happens(0.5) && { name }), ...(chance.happens(0.5) && { content }) }],
      ["DELETE", one],
    ];
  }),
  "copied files": tabCall((world, chance) => {
    const { clip, file } = chance.pick(world.sessions);
    const files = [or(chance, file, 0.2), or(chance, file, 0.8)];
    if (chance.happens(0.7)) return [["POST", "/media/copy", { clip: or(chance, clip, 0.2), files }]];
    return [["POST", "/media/fetch", { url: anyText(chance) }]];
  }),
  "console snippets": adminCall((world, chance) => {
    const all = `/projects/${or(chance, world.project.id, 0.1)}/snippets`;
    const one = `${all}/${encoded(chance, idOf(chance, "s"))}`;
    return [
      ["GET", all + query(chance, { cursor: anyText(chance) })],
      ["PATCH", one, { name: or(chance, `Box ${chance.below(8)}`, 0.4) }],
      ["DELETE", one],
    ];
  }),
  "console previews"(world, chance) {
    const [one, other] = [chance.pick(world.sessions), chance.pick(world.sessions)];
    if (chance.happens(0.4)) {
      const to = or(chance, chance.happens(0.5) ? one.versionId : other.versionId, 0.2);
      const rest = `/versions/${one.versionId}/compare/${encoded(chance, to)}`;
      return { ...admin(world, chance, rest + query(chance, { language: or(chance, "ru", 0.4) })), method: "GET" };
    }
    const rest = chance.pick([
      "",
      "version/1/",
      `media/${one.file}`,
      "fonts/vms_fonts.css",
      encoded(chance, anyText(chance)),
    ]);
    const path = chance.happens(0.9) ? one.previewPath : one.previewPath.replace(one.session_id, other.session_id);
    return { url: world.appliance.consoleUrl, method: "GET", path: path.replace(/version\/.*$/, "") + rest };
  },
};
