import fs from "node:fs";
import path from "node:path";
import { consoleToken } from "./support/deliveries.ts";
import { type Desktop, expect, launchDesktop, test } from "./support/desktop.ts";
import { freePort } from "./support/ports.ts";

/** Both halves of the window's login. */
async function secretsOf({ app, window, consoleUrl }: Desktop) {
  const cookie = await app.evaluate(async ({ session }, url) => {
    const cookies = await session.fromPartition("persist:console").cookies.get({ url });
    return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  }, `${consoleUrl}/api`);
  return { cookie, "x-galley-key": await window.evaluate(() => localStorage.getItem("galley:key") ?? "") };
}

test("keeps language and theme over a restart, but not the login", async ({ dataDir }) => {
  // A page's choices belong to its address, which a port of its own keeps.
  const ports = ["--port=0", `--console-port=${await freePort()}`, "--sandbox-port=0"];
  const first = await launchDesktop({ dataDir, ports });
  const { window, consoleUrl } = first;
  const opens = (headers: Record<string, string>) =>
    fetch(`${consoleUrl}/api/me`, { headers }).then(({ status }) => status);
  await window.goto(`${consoleUrl}/settings/appearance`);
  await window.getByText("Dark", { exact: true }).click();
  await window.getByText("Русский", { exact: true }).click();
  await expect(window.getByRole("heading", { name: "Оформление и язык" })).toBeVisible();
  const old = await secretsOf(first);
  expect(await opens(old)).toBe(200);
  await first.app.close();

  const second = await launchDesktop({ dataDir, ports });
  await second.window.goto(`${consoleUrl}/settings/appearance`);
  await expect(second.window.getByRole("heading", { name: "Оформление и язык" })).toBeVisible();
  await expect(second.window.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  expect(await opens(await secretsOf(second))).toBe(200);
  expect(await opens(old)).toBe(401);
  expect(await opens({ authorization: `Bearer ${consoleToken(second)}` })).toBe(200);
  await second.app.close();
  expect(fs.existsSync(path.join(dataDir, "desktop", "Partitions", "console"))).toBe(true);
});
