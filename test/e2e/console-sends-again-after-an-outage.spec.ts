import { logIn, row, save, visit } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";

test.use({ ownAppliance: true });

test("what the site did not take since a time goes out again at one press", async ({
  page,
  appliance,
  project,
  openArticle,
  receiver,
}) => {
  receiver.answer = () => ({ rc: 0, rm: "The database is being moved." });
  for (const material of ["harbour-crossing", "market-square"]) await save(await openArticle(material), "Text.", null);
  await receiver.received(2);
  await logIn(page, appliance, "/deliveries");
  await expect(row(page, "harbour-crossing")).toContainText("Refused");
  await expect(row(page, "market-square")).toContainText("Refused");

  receiver.answer = () => ({ rc: 1, rm: "", data: {} });
  await visit(page, `/projects/${project.id}/check`);
  const form = page.getByRole("region", { name: "After a fault is mended" });
  await form.getByRole("button", { name: "Send again" }).click();
  await expect(form.getByRole("status").filter({ hasText: "On its way again: 2." })).toBeVisible();
  await visit(page, "/deliveries");
  await expect(row(page, "harbour-crossing")).toContainText("Taken");
  await expect(row(page, "market-square")).toContainText("Taken");

  await visit(page, `/projects/${project.id}/check`);
  await form.getByRole("button", { name: "Send again" }).click();
  await expect(form.getByText("Nothing is left to send.")).toBeVisible();
});
