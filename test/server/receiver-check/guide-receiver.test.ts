import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { checkReceiver } from "../../support/receiver-check.ts";

const PORT_LINE = 'if __name__ == "__main__":';

it("passes the receiver that the guide for integrators is written around", async () => {
  const appliance = await startAppliance();
  const project = await appliance.createProject();
  const folder = temporaryFolder();
  const guide = await readFile(new URL("../../../docs/integrating.md", import.meta.url), "utf8");
  const source = /^```python\n(.*?)^```$/ms.exec(guide)?.[1] ?? "";
  await writeFile(path.join(folder, "receiver.py"), source);
  // The same program on whatever port is free, which it says once it listens.
  const start = `import sys; sys.argv = ["receiver.py", "0"]
import receiver
receiver.PUBLIC.mkdir(exist_ok=True)
server = receiver.ThreadingHTTPServer(("127.0.0.1", 0), receiver.Site)
receiver.SITE = f"http://127.0.0.1:{server.server_port}"
print(receiver.SITE, flush=True)
server.serve_forever()`;
  expect(source).toContain(PORT_LINE);
  const env = { ...process.env, API_KEY: project.api_key, API_SECRET: project.api_secret };
  const child = spawn("python3", ["-c", start], { cwd: folder, env, stdio: ["ignore", "pipe", "ignore"] });
  try {
    const [origin] = await once(createInterface(child.stdout), "line");
    const check = await checkReceiver(appliance, project.id, { callback_url: `${origin}/galley/callback` });
    expect(check.summary.filter((line) => !/: (passed|skipped)$/.test(line))).toEqual([]);
    expect(check.verdict).toBe("passed");
  } finally {
    child.kill();
    await appliance.close();
  }
});
