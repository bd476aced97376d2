/**
 * Takes screenshots of the page in the desktop app's window, light and dark. `npm run screenshots` writes them to
 * docs/images.
 */
import path from "node:path";
import { expect, test } from "../../desktop/support/desktop.ts";
import { openSession, saveVersion, startSite } from "../../support/site.ts";

const FOLDER = path.resolve(process.env.GALLEY_SCREENSHOTS ?? "test-results/screens");
const SIZE = { width: 1280, height: 800 };

const ARTICLES = [
  ["harbour-crossing", "First tram crosses the harbour", "The first tram crossed the new bridge at dawn."],
  ["school-meals", "Hot meals return to schools", "Every school has a kitchen again."],
  ["lighthouse-keeper", "Lights out for the last keeper", "The last keeper leaves the lighthouse."],
  ["rent-cap-vote", "Council votes on rent cap", "The council votes on the rent cap."],
] as const;

test("takes screenshots of the window in the system's light and dark theme", async ({
  desktop: { app, window, url, createProject },
}) => {
  const site = await startSite(({ body }) =>
    body.material_id === "rent-cap-vote" ? { rc: 0, rm: "Article is locked by the sports desk" } : { rc: 1, data: {} },
  );
  const project = await createProject({ name: "The Harbour Gazette" });
  for (const [material_id, title, text] of ARTICLES)
    await saveVersion(
      await openSession(url, project, { material_id, callback_url: site.callbackUrl, metadata: { title } }),
      text,
    );
  await site.received(ARTICLES.length);

  await app.evaluate((_electron, { width, height }) => {
    globalThis.consoleWindow()?.setContentSize(width, height);
  }, SIZE);
  await window.getByRole("link", { name: "Deliveries" }).click();
  await expect(window.getByText("Council votes on rent cap")).toBeVisible();
  await window.getByText("Council votes on rent cap").click();
  await expect(window.getByText("Article is locked by the sports desk").first()).toBeVisible();

  for (const [theme, name, paper] of [
    ["light", "desktop-window", "rgb(246, 244, 238)"],
    ["dark", "desktop-window-dark", "rgb(23, 22, 20)"],
  ] as const) {
    await app.evaluate(({ nativeTheme }, source) => {
      nativeTheme.themeSource = source;
    }, theme);
    await expect(window.locator("html")).toHaveCSS("background-color", paper);
    await window.screenshot({ path: path.join(FOLDER, `${name}.png`), animations: "disabled" });
  }
  await site.close();
});
