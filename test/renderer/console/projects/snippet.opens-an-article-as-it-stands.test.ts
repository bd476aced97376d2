import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { openSnippet } from "../../../../renderer/console/projects/snippet.ts";
import { startAppliance } from "../../../support/appliance.ts";

const run = promisify(execFile);
const hasTools = await run("bash", ["-c", "command -v curl && command -v openssl"]).then(
  () => true,
  () => false,
);

test.runIf(hasTools)("the pasted command opens an article with the secret from the shell alone", async () => {
  const appliance = await startAppliance();
  const project = await appliance.createProject();
  const snippet = openSnippet(project, appliance.url);
  expect(snippet).not.toContain(project.api_secret);
  const { stdout } = await run("bash", ["-c", snippet], { env: { ...process.env, GALLEY_SECRET: project.api_secret } });
  expect(JSON.parse(stdout)).toMatchObject({ url: expect.stringContaining(`${appliance.url}/editor/`) });
  await appliance.close();
});
