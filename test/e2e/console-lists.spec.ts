import { openSession } from "../support/site.ts";
import { logIn, row, save, visit } from "./console-page.ts";
import { expect, nightlyStep, press, test } from "./fixtures.ts";
import { expectLooksRight, expectNoFaults, nightlyLook } from "./looks.ts";

test.use({ ownAppliance: true });

const YEAR_MS = 366 * 24 * 3_600_000;

test("keys move through lists, open, resend, search and close", async ({ page, appliance, openArticle, receiver }) => {
  for (const material of ["first", "second", "third"]) await save(await openArticle(material), material, null);
  await receiver.received(3);
  await logIn(page, appliance, "/sessions");
  await expect(page.locator(".row")).toHaveCount(3);
  const opened = page.getByRole("heading", { name: "second", level: 2 });

  await test.step("arrow keys, j and k move; Enter opens, Escape goes back, / searches", async () => {
    await row(page, "third").focus();
    await page.keyboard.press("ArrowDown");
    await expect(row(page, "second")).toBeFocused();
    await page.keyboard.press("j");
    await expect(row(page, "first")).toBeFocused();
    await press(page, "k", "Enter");
    await expect(opened).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(opened).toBeHidden();
    await expect(row(page, "second")).toBeFocused();
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox")).toBeFocused();
    await page.keyboard.type("fir");
    await expect(page.locator(".row")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(row(page, "first")).toBeFocused();
    await page.getByRole("searchbox").fill("");
  });

  await test.step("Escape in the search while results load leaves the focus in the field", async () => {
    await page.route("**/api/sessions?**", () => {});
    await page.getByRole("searchbox").fill("second");
    await page.keyboard.press("Escape");
    await expect(page.locator(".row")).toHaveCount(0);
    await expect(page.getByRole("searchbox")).toBeFocused();
    await page.unroute("**/api/sessions?**");
    await page.getByRole("searchbox").fill("");
    await expect(page.locator(".row")).toHaveCount(3);
  });

  await test.step("Escape in a dialog closes only the dialog", async () => {
    await row(page, "second").click();
    await page.getByRole("tab", { name: "Details" }).click();
    const button = page.getByRole("button", { name: "Delete session…" });
    await button.press("Enter");
    // Without waiting: the dialog may not have the focus yet.
    await expect(page.getByRole("dialog")).toBeAttached();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(button).toBeFocused();
    await expect(opened).toBeVisible();
  });

  await test.step("a key right after Escape decides where the focus goes", async () => {
    await row(page, "second").focus();
    await page.evaluate(async () => {
      const type = (key: string) =>
        document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      type("Escape");
      // Microtasks run between two browser events.
      await Promise.resolve();
      type("/");
      // Wait for delayed work of Escape.
      await frame();
      await frame();
    });
    await expect(opened).toBeHidden();
    await expect(page.getByRole("searchbox")).toBeFocused({ timeout: 1 });
  });

  await test.step("in the log, the open delivery follows the focus, and a link highlights its row", async () => {
    await visit(page, "/deliveries");
    await expect(page.locator(".row")).toHaveCount(3);
    await page.locator("body").click({ position: { x: 5, y: 5 } });
    await page.keyboard.press("j");
    await expect(row(page, "third")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(row(page, "third")).toHaveAttribute("aria-current", "true");
    await page.keyboard.press("j");
    await expect(row(page, "second")).toHaveAttribute("aria-current", "true");
    await expect(row(page, "second")).toBeFocused();
    await page.keyboard.press("r");
    await expect(page.getByLabel("Attempt", { exact: true })).toContainText("Attempt 2");
    await page.goto(`${page.url()}?state=rejected`);
    await expect(row(page, "second")).toHaveAttribute("aria-current", "true");
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/deliveries\?state=rejected$/);
  });

  await test.step("x selects, r resends the selection, End and Home go to the ends", async () => {
    await visit(page, "/deliveries");
    await expect(page.locator(".row")).toHaveCount(3);
    await page.locator("body").click({ position: { x: 5, y: 5 } });
    await press(page, "j", "x");
    await expect(page.getByText("1 selected")).toBeVisible();
    await page.keyboard.press("r");
    expect((await receiver.received(5)).body.material_id).toBe("third");
    await page.keyboard.press("End");
    await expect(row(page, "first")).toBeFocused();
    await page.keyboard.press("Home");
    await expect(row(page, "third")).toBeFocused();
  });
});

test("finds a request with a wrong signature and shows its details", async ({ page, appliance, project, receiver }) => {
  await logIn(page, appliance);
  await page.getByRole("link", { name: "Requests" }).click();
  await expect(page.getByRole("heading", { name: "No requests yet" })).toBeVisible();

  const article = { callback_url: receiver.callbackUrl, metadata: { webhook_auth_password: "let-me-in-7" } };
  await openSession(appliance.url, project, { ...article, material_id: "harbour-fire" });
  const wrong = openSession(appliance.url, { ...project, api_secret: "x" }, { ...article, material_id: "night-tram" });
  await expect(wrong).rejects.toThrow("403");
  // Both appear without a reload.
  await expect(row(page, "harbour-fire")).toContainText("200");
  await expect(row(page, "night-tram")).toContainText("403");

  await page.keyboard.press("/");
  await page.keyboard.type("night status:4xx");
  // The search for "night" alone also ends without the other row.
  await expect(page).toHaveURL(/4xx$/);
  await expect(row(page, "harbour-fire")).toHaveCount(0);
  await expect(row(page, "night-tram")).toBeVisible();
  await press(page, "Escape", "Enter");
  const pane = page.getByRole("region", { name: "Request", exact: true });
  await expect(pane.getByRole("heading", { name: "Open article" })).toBeVisible();
  await expect(pane.getByText(/^Wrong signature\. ./)).toBeVisible();
  await expect(pane.getByRole("region", { name: "request body" })).toContainText('"webhook_auth_password": "•••"');
  await expect(pane.getByRole("region", { name: "response body" })).toContainText("Invalid signature");
  await expect(pane.getByText(`${project.api_key.slice(0, 11)}•••${project.api_key.slice(-4)}`)).toBeVisible();
  await expectLooksRight(page, "A request");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/requests\?q=/);

  await visit(page, "/requests?status=5xx");
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
  await page.getByRole("link", { name: "Show all" }).click();
  await expect(row(page, "harbour-fire")).toBeVisible();
  await nightlyLook(page, "Requests of a site");
  await page.getByRole("combobox", { name: "Time" }).selectOption("Between…");
  await page.getByLabel("To", { exact: true }).fill("2020-01-01T12:00");
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
  await page.getByLabel("From", { exact: true }).fill("2020-01-01T12:00");
  await page.getByLabel("To", { exact: true }).fill("");
  await expect(row(page, "harbour-fire")).toBeVisible();
});

test.describe(() => {
  // Russian timestamps are the longest.
  test.use({ locale: "ru-RU" });

  test("no list cuts timestamps of another year @nightly", async ({ page, appliance, openArticle, receiver }) => {
    receiver.respond = () => ({ rc: 0, rm: "no" });
    await save(await openArticle("harbour-crossing"), "The first tram crossed.", null);
    await receiver.received(1);
    await page.clock.setFixedTime(Date.now() + YEAR_MS);
    await page.goto(appliance.consoleLink);
    for (const path of ["/", "/sessions", "/sites", "/deliveries"]) {
      await page.goto(appliance.consoleUrl + path);
      const times = page.locator("main time");
      await expect(times.first()).toContainText(String(new Date().getFullYear()));
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 });
        const cut = await times.evaluateAll(textsCut);
        expect({ path, width, cut }).toEqual({ path, width, cut: [] });
      }
    }
  });
});

/** Runs in the page. @returns texts of elements that an ancestor clips */
function textsCut(found: Element[]): (string | null)[] {
  const isCut = (time: Element) => {
    const { left, right } = time.getBoundingClientRect();
    for (let around = time.parentElement; around !== null; around = around.parentElement) {
      const box = around.getBoundingClientRect();
      const hides = getComputedStyle(around).overflowX !== "visible";
      if (hides && (left < box.left - 1 || right > box.right + 1)) return true;
    }
    return false;
  };
  return found.filter(isCut).map(({ textContent }) => textContent);
}

test("opens any page by palette, and changes theme and language", async ({ page, appliance, project, openArticle }) => {
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  await openArticle("tram-runs-again");
  await logIn(page, appliance);
  const field = page.getByRole("combobox", { name: "Page, site, article, project or action" });

  await test.step("the palette finds pages, projects and articles", async () => {
    await page.keyboard.press("Control+k");
    await expect(field).toBeFocused();
    await expect(page.getByRole("option", { name: "Overview" })).toHaveAttribute("aria-selected", "true");
    await expectNoFaults(page);
    await field.fill("deliv");
    await expect(page.getByRole("option", { name: "Deliveries" }).first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Deliveries", level: 1 })).toBeVisible();
    await expect(field).toBeHidden();
    await page.getByRole("button", { name: "Go to…" }).click();
    await field.fill("daily check");
    await page.getByRole("option", { name: "check receiver" }).click();
    await expect(page).toHaveURL(`${appliance.consoleUrl}/projects/${project.id}/check`);
    await page.keyboard.press("Control+k");
    await field.fill("tram-runs");
    await expect(page.getByRole("option", { name: "tram-runs-again" })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "tram-runs-again" })).toBeVisible();
  });

  await test.step("? shows every key", async () => {
    await page.keyboard.press("Shift+?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Previous row");
    await expectNoFaults(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  });

  await test.step("Escape returns the focus, also while results load", async () => {
    await visit(page, "/sessions");
    const search = page.getByRole("searchbox");
    await search.focus();
    await page.keyboard.press("Control+k");
    await expect(field).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(field).toBeHidden();
    await expect(search).toBeFocused();

    await page.route("**/api/sites?**", () => {});
    const asked = page.waitForRequest((request) => request.url().includes("/api/sites?"));
    await page.keyboard.press("Control+k");
    await field.fill("tram");
    await asked;
    await page.keyboard.press("Escape");
    await expect(field).toBeHidden();
    await expect(search).toBeFocused();
    await page.unroute("**/api/sites?**");
  });

  const runCommand = async (words: string) => {
    await page.keyboard.press("Control+k");
    await page.locator("input[role=combobox]").last().fill(words);
    await page.getByRole("option").filter({ visible: true }).first().click();
  };
  await test.step("it changes theme and language permanently, and holds deliveries", async () => {
    await runCommand("dark");
    await expect(page.locator("body")).toHaveCSS("background-color", "rgb(23, 22, 20)");
    await runCommand("hold");
    await expect(page.getByText("Deliveries are on hold.")).toBeVisible();
    await runCommand("release");
    await expect(page.getByText("Deliveries are on hold.")).toBeHidden();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    expect(fetched.filter((name) => name.startsWith("/assets/ru-"))).toEqual([]);
    await runCommand("русский");
    await expect(page.getByRole("navigation", { name: "Консоль" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("navigation", { name: "Консоль" })).toBeVisible();
    await expect(page.locator("body")).toHaveCSS("background-color", "rgb(23, 22, 20)");
    await runCommand("language english");
    await expect(page.getByRole("navigation", { name: "Console" })).toBeVisible();
  });

  await nightlyStep("on a phone, a button opens it", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Go to…" }).click();
    await expect(field).toBeFocused();
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  expect(errors).toEqual([]);

  await test.step("an unknown URL is reported with a link to the overview", async () => {
    await visit(page, "/attic/%E0%A4%A");
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    await expect(page.getByText("/attic/")).toBeVisible();
    await page.getByRole("link", { name: "Back to the overview" }).click();
    await expect(page).toHaveURL(`${appliance.consoleUrl}/`);
  });

  await test.step("a page that cannot load leaves the others usable", async () => {
    await page.route("**/assets/SettingsScreen-*.js", (route) => route.abort());
    await page.reload();
    const rail = page.getByRole("navigation", { name: "Console" });
    await rail.getByRole("link", { name: "Settings" }).click();
    await expect(page.getByRole("heading", { name: "This page could not be loaded" })).toBeVisible();
    await rail.getByRole("link", { name: "Sessions" }).click();
    await expect(page.getByRole("heading", { name: "Sessions", level: 1 })).toBeVisible();
  });
});
