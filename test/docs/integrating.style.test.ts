import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { articleStyle, STYLE_PARTS } from "../../server/article/render/style.ts";

it("the guide lists exactly the variables that the fragment reads", async () => {
  const guide = await readFile("docs/integrating.md", "utf8");
  const table = guide.split("\n").filter((line) => line.startsWith("| `--galley-"));
  const named = new Set(table.flatMap((line) => line.split("|")[1]?.match(/--galley-[a-z-]+/g) ?? []));
  const read = [...articleStyle(new Set(STYLE_PARTS)).matchAll(/var\((--galley-[a-z-]+)/g)].map(([, name]) => name);
  // The fragment sets these itself.
  const own = ["--galley-ratio", "--galley-reach", "--galley-edge"];
  expect([...named].toSorted()).toEqual([...new Set(read)].filter((name) => !own.includes(name ?? "")).toSorted());
});
