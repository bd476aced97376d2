/** Runs in a separate process, because the bound applies to the whole process. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { YOUNG_BYTES } from "../../../server/core/process.ts";

const run = promisify(execFile);
const MODULE = new URL("../../../server/core/process.ts", import.meta.url).href;

/** Peak bytes of the young generation while parsed requests live for 60 turns of the event loop. */
async function mostBytes(begin: string): Promise<number> {
  const script = `
    import { keepYoungHeapSmall, youngBytes } from ${JSON.stringify(MODULE)};
    ${begin}
    const text = JSON.stringify(Array.from({ length: 2000 }, (_, n) => ({ type: "text", text: "word " + n })));
    const alive = [];
    let most = 0;
    for (let turn = 0; turn < 400; turn++) {
      alive.push(JSON.parse(text));
      if (alive.length > 60) alive.shift();
      most = Math.max(most, youngBytes());
      await new Promise((resolve) => setImmediate(resolve));
    }
    console.log(most);
    process.exit();`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script]);
  return Number(stdout);
}

it("keeps the young generation within its bound, which V8 alone exceeds several times", async () => {
  expect(await mostBytes("keepYoungHeapSmall();")).toBeLessThanOrEqual(2 * YOUNG_BYTES);
  expect(await mostBytes("")).toBeGreaterThan(3 * YOUNG_BYTES);
});
