import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { containerLook, containerSign, readContainers } from "../../server/article/containers.ts";
import type { Page } from "../../server/contracts/console-api.ts";
import type { DeliveryDetail, DeliveryRow } from "../../server/contracts/deliveries-api.ts";
import { DELIVERY_CODES, DELIVERY_WARNINGS } from "../../server/contracts/delivery-states.ts";
import { temporaryFolder } from "../support/appliance.ts";
import { freePort } from "../support/listening.ts";
import { startNewsroom } from "../support/newsroom.ts";

const guide = await readFile(new URL("../../docs/integrating.md", import.meta.url), "utf8");
const { appliance } = await startNewsroom();

/** The code blocks of a language, in order. */
function blocks(language: string): string[] {
  return [...guide.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "gms"))].map((match) => match[1] ?? "");
}

// bash on Windows runs in WSL, which has another loopback.
test.skipIf(process.platform === "win32")(
  "the guide's commands take an article from opening to the public page",
  { timeout: 60_000 },
  async () => {
    const { api_key, api_secret, id } = await appliance.createProject({ name: "Guide" });
    const folder = temporaryFolder();
    await writeFile(path.join(folder, "receiver.py"), blocks("python").join("\n"));
    const env = { GALLEY_URL: appliance.url, RECEIVER_PORT: String(await freePort()) };
    // If a block fails, the receiver must not keep the output open.
    const script = ["trap 'kill $(jobs -p) 2>/dev/null || true' EXIT", ...blocks("sh")].join("\n");
    const shell = spawn("bash", ["-euo", "pipefail", "-c", script], {
      cwd: folder,
      env: { ...process.env, ...env, API_KEY: api_key, API_SECRET: api_secret },
    });
    let output = "";
    for (const stream of [shell.stdout, shell.stderr]) stream.on("data", (data) => (output += data));
    const [code] = await once(shell, "close");
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain("The tram runs again.");
    expect(output).toMatch(/vms_media\/picture-[0-9a-f]{8}\.png/);
    expect(output).toContain(`${appliance.url}/editor/`);

    const { items } = await appliance.console<Page<DeliveryRow>>("GET", `/deliveries?project=${id}`);
    expect(items).toMatchObject([{ state: "delivered", code: null, warnings: [], site_message: "ok", attempts: 1 }]);
    const delivery = await appliance.console<DeliveryDetail>("GET", `/deliveries/${items[0]?.id}`);
    const callback = JSON.parse(await readFile(path.join(folder, "last-callback.json"), "utf8"));
    const sent = delivery.attempts[0]?.request.headers.find(([name]) => name.toLowerCase() === "x-service-signature");
    // The guide's command computes the signature that Galley sent.
    expect(output).toContain(sent?.[1]);
    expect(callback.content_url).toContain(appliance.url);
  },
);

test("the guide's JSON examples are valid", () => {
  const shown = blocks("json");
  expect(shown).toHaveLength(4);
  const [container] = readContainers(JSON.parse(shown.shift() ?? "").customContainers);
  expect(Object.values(containerSign(container ?? null))).not.toContain("");
  expect(containerLook(container ?? null)).toEqual({
    name: "Fact box",
    className: "fact-box wide",
    data: { "data-slot": "7" },
  });
  expect(JSON.parse(shown[0] ?? "")).toMatchObject({ event: "article_saved", debug: true });
  expect(JSON.parse(shown[1] ?? "")).toMatchObject({ rc: 1, data: { vms_json: {} } });
  expect(Object.values(JSON.parse(shown[2] ?? ""))).toMatchObject([{ widths: [{ width: 640 }, { width: 1440 }] }]);
});

test("the guide's tables list exactly the codes of failed deliveries and the warnings", () => {
  const [codes = "", warnings = ""] = guide
    .slice(guide.indexOf("### What Galley says when it calls you"))
    .split("can carry a warning:");
  const rowsOf = (table: string) => [...table.matchAll(/^\| `([a-z_]+)` \|/gm)].map((match) => match[1]);
  expect(rowsOf(codes)).toEqual([...DELIVERY_CODES]);
  expect(rowsOf(warnings)).toEqual([...DELIVERY_WARNINGS]);
});
