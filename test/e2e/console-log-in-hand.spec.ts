import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { signature } from "../support/site.ts";
import { logIn, row, save } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";

test.use({ ownAppliance: true });

const rows = (page: Page) => page.getByRole("list", { name: "Deliveries" }).locator(".row");
const checkOf = (page: Page, name: string) => page.getByRole("checkbox", { name: `Select ${name}`, exact: true });

test("pauses the log by button or by scrolling, counts new rows, and covers none", async ({
  page,
  appliance,
  openArticle,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  for (const material of ["first", "second"]) await save(await openArticle(material), "Text.", null);
  await logIn(page, appliance, "/deliveries");
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Pause" }).click();
  for (let made = 1; made <= 20; made++) await save(await openArticle(`article ${made}`), "Text.", null);
  const pill = page.getByRole("button", { name: "20 new" });
  await expect(pill).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await pill.click();
  await expect(pill).toBeHidden();
  await expect(row(page, "article 20")).toBeVisible();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();

  const list = page.getByRole("list", { name: "Deliveries" });
  await list.evaluate((element) => element.parentElement?.scrollTo(0, 1e6));
  await expect(row(page, "first")).toBeVisible();
  const before = await row(page, "first").boundingBox();
  await save(await openArticle("newest"), "Text.", null);
  await expect(page.getByRole("button", { name: "1 new" })).toBeVisible();
  expect(await row(page, "first").boundingBox()).toEqual(before);
  // What the pointer meets at each end of the last row is the row.
  const { x = 0, y = 0, width = 0, height = 0 } = before ?? {};
  for (const at of [x + 4, x + width - 4])
    expect(
      await page.evaluate(
        (place) => document.elementFromPoint(place.at, place.y)?.closest("[data-row-id]")?.textContent,
        { at, y: y + height / 2 },
      ),
    ).toContain("first");
  await page.getByRole("button", { name: "1 new" }).click();
  await expect(row(page, "newest")).toBeVisible();
});

test("resends a range selected with Shift, and nothing else", async ({ page, appliance, openArticle, receiver }) => {
  receiver.answer = () => ({ rc: 0, rm: "Section 14 is closed." });
  const names = ["one", "two", "three", "four", "five"];
  for (const name of names) await save(await openArticle(name), name, null);
  await receiver.received(5);
  await logIn(page, appliance, "/deliveries");
  await expect(rows(page)).toHaveCount(5);
  await checkOf(page, "four").click();
  await expect(page.getByText("1 selected")).toBeVisible();
  await checkOf(page, "two").click({ modifiers: ["Shift"] });
  await expect(page.getByText("3 selected")).toBeVisible();

  receiver.answer = () => ({ rc: 1, rm: "", data: {} });
  await page.getByRole("button", { name: "Resend (3)" }).click();
  await expect(page.getByText("Resent: 3.")).toBeVisible();
  for (const name of ["two", "three", "four"]) await expect(row(page, name)).toContainText("Delivered");
  for (const name of ["one", "five"]) await expect(row(page, name)).toContainText("Rejected");
  await expect(page.getByText(/\d selected/)).toBeHidden();
  expect(receiver.callbacks.slice(5).map(({ body }) => body.material_id)).toHaveLength(3);
});

test("cancels a retrying delivery, which is resent only on request", async ({
  page,
  appliance,
  openArticle,
  receiver,
}) => {
  receiver.answer = (_, res) => void res.writeHead(500).end();
  await save(await openArticle("down"), "Text.", null);
  await logIn(page, appliance, "/deliveries");
  await expect(row(page, "down")).toContainText("Retrying");
  await row(page, "down").click();
  await page.getByRole("button", { name: "Cancel…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel delivery" }).click();
  await expect(row(page, "down")).toContainText("Exhausted");
  await expect(page.getByText("The delivery was cancelled in Galley's console.").first()).toBeVisible();
  const { items } = await appliance.console<{ items: object[] }>("GET", "/deliveries");
  expect(items).toMatchObject([{ state: "exhausted", code: "cancelled", next_attempt_at: null }]);

  receiver.answer = () => ({ rc: 1, rm: "", data: {} });
  await page.getByRole("button", { name: "Resend", exact: true }).click();
  await expect(row(page, "down")).toContainText("Delivered");
});

test("copies a cURL command that runs and whose signature the site accepts", async ({
  page,
  context,
  appliance,
  project,
  openArticle,
  receiver,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const metadata = {
    title: "It's the “first” $(tram)",
    webhook_auth_user: "desk",
    webhook_auth_password: "let-me-in-7",
  };
  await save(await openArticle("трамвай 'no. 1'", { metadata }), "Text.", null);
  const sent = await receiver.received(1);
  await logIn(page, appliance, "/deliveries");
  await rows(page).first().click();
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByRole("menuitem", { name: "Copy as cURL with credentials" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const command = await page.evaluate(() => navigator.clipboard.readText());

  const { stdout } = await promisify(execFile)("sh", ["-c", command], { timeout: 10_000 });
  expect(stdout).toContain('"rc":1');
  const { body, headers, text } = await receiver.received(2);
  expect(text).toBe(sent.text);
  expect(headers["x-service-signature"]).toBe(signature(project.api_secret, body.material_id, body.content_url));
  expect(headers.authorization).toBe(sent.headers.authorization);
});

test("j, k, x and r work on a Russian keyboard layout", async ({ page, appliance, openArticle, receiver }) => {
  for (const material of ["first", "second", "third"]) await save(await openArticle(material), "Text.", null);
  await receiver.received(3);
  await logIn(page, appliance, "/deliveries");
  await expect(rows(page)).toHaveCount(3);
  const press = (key: string, code: string) =>
    page.evaluate(
      (typed) =>
        document.activeElement?.dispatchEvent(
          new KeyboardEvent("keydown", { ...typed, bubbles: true, cancelable: true }),
        ),
      { key, code },
    );
  await press("о", "KeyJ");
  await expect(row(page, "third")).toBeFocused();
  await press("о", "KeyJ");
  await expect(row(page, "second")).toBeFocused();
  await press("л", "KeyK");
  await expect(row(page, "third")).toBeFocused();
  await press("ч", "KeyX");
  await expect(page.getByText("1 selected")).toBeVisible();
  await press("к", "KeyR");
  expect((await receiver.received(4)).body.material_id).toBe("third");
  await press("End", "End");
  await expect(row(page, "first")).toBeFocused();
  await press("Home", "Home");
  await expect(row(page, "third")).toBeFocused();
});
