import { expect, it } from "vitest";
import type { Me } from "../../../../server/contracts/access-api.ts";
import { startNewsroom } from "../../../support/newsroom.ts";

const { appliance } = await startNewsroom();

it("says that the holder of the console token is the owner, with every right", async () => {
  expect(await appliance.console<Me>("GET", "/me")).toMatchObject({
    login: null,
    person: null,
    role: "admin",
    project: null,
  });
});
