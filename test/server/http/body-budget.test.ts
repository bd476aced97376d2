/** The memory for request bodies is limited, and small or fast bodies succeed. */
import { describe, expect, it } from "vitest";
import { type BodyOrigin, createBodyBudget } from "../../../server/http/body-budget.ts";
import { testClock } from "../../support/appliance.ts";

const STRANGERS = 1_000;
const LOGINS = 500;
const SITES = 500;

function opened() {
  const clock = testClock();
  const budget = createBodyBudget(clock, { stranger: STRANGERS, login: LOGINS, site: SITES });
  const rejected: string[] = [];
  const open = (name: string, network = name, origin: BodyOrigin = "stranger") => {
    const share = budget.open({ network, origin }, () => {
      rejected.push(name);
      share.close();
    });
    return share;
  };
  return { clock, budget, rejected, open };
}

describe("the budget for request bodies", () => {
  it("is never exceeded, and released afterwards", () => {
    const { budget, open } = opened();
    const shares = Array.from({ length: 20 }, (_, n) => open(String(n)));
    for (const share of shares) {
      share.take(300);
      expect(budget.held()).toBeLessThanOrEqual(STRANGERS);
    }
    for (const share of shares) share.close();
    expect(budget.held()).toBe(0);
  });

  it("rejects the body with the highest bytes × time", () => {
    const { clock, rejected, open } = opened();
    open("old and large", "one").take(480);
    clock.advance(5_000);
    open("new and large", "one").take(490);
    expect(open("new and small", "one").take(100)).toBe(true);
    expect(rejected).toEqual(["old and large"]);
  });

  it("rejects a body of the network with the most bytes", () => {
    const { clock, rejected, open } = opened();
    open("a newsroom's", "newsroom").take(300);
    clock.advance(60_000);
    open("stranger 1", "strangers").take(300);
    open("stranger 2", "strangers").take(300);
    expect(open("another", "elsewhere").take(200)).toBe(true);
    expect(rejected).toEqual(["stranger 1"]);
  });

  it("rejects the requesting body if its network has the most bytes", () => {
    const { budget, rejected, open } = opened();
    open("small").take(100);
    const large = open("large");
    expect(large.take(800)).toBe(true);
    expect(large.take(200)).toBe(false);
    expect([rejected, budget.held()]).toEqual([[], 100]);
  });

  it("never rejects a complete body", () => {
    const { rejected, open } = opened();
    const whole = open("whole");
    whole.take(900);
    whole.settle();
    expect(open("new").take(200)).toBe(false);
    whole.close();
    expect(open("later").take(200)).toBe(true);
    expect(rejected).toEqual([]);
  });

  it("has separate limits for logins and sites", () => {
    const { rejected, open } = opened();
    open("stranger").take(STRANGERS);
    expect(open("editor", "editor", "login").take(LOGINS)).toBe(true);
    expect(open("site", "site", "site").take(SITES)).toBe(true);
    expect(rejected).toEqual([]);
  });

  it("is released only once by repeated calls", () => {
    const { budget, open } = opened();
    open("other").take(10);
    const share = open("one");
    share.take(50);
    share.close();
    share.close();
    expect(budget.held()).toBe(10);
  });
});
