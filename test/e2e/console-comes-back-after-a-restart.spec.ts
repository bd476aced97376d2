import { spawnAppliance } from "../support/appliance.ts";
import { logIn, row } from "./console-page.ts";
import { expect, processTest as test } from "./fixtures.ts";

test("reports the lost connection and shows what it missed after reconnecting", async ({
  page,
  spawned: appliance,
  openArticle,
}) => {
  await openArticle("before");
  await logIn(page, appliance);
  await page.getByRole("link", { name: "Sessions", exact: true }).click();
  await expect(row(page, "before")).toBeVisible();

  await appliance.kill();
  await expect(page.getByText("Connection lost, reconnecting")).toBeVisible();

  const portOf = (url: string) => new URL(url).port;
  const again = await spawnAppliance({
    dataDir: appliance.dataDir,
    args: ["--port", portOf(appliance.url), "--console-port", portOf(appliance.consoleUrl)],
  });
  await openArticle("missed");
  await expect(row(page, "missed")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await again.close();
});
