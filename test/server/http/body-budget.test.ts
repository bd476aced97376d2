/** Security finding 1: bytes under way are bounded in sum, and those who are small or quick get through. */
import { describe, expect, it } from "vitest";
import { type BodyOrigin, createBodyBudget } from "../../../server/http/body-budget.ts";
import { testClock } from "../../support/appliance.ts";

const STRANGERS = 1_000;
const LET_IN = 500;
const SITES = 500;

function opened() {
  const clock = testClock();
  const budget = createBodyBudget(clock, { stranger: STRANGERS, login: LET_IN, site: SITES });
  const turnedAway: string[] = [];
  const open = (name: string, network = name, origin: BodyOrigin = "stranger") => {
    const share = budget.open({ network, origin }, () => {
      turnedAway.push(name);
      share.close();
    });
    return share;
  };
  return { clock, budget, turnedAway, open };
}

describe("the room for bodies under way", () => {
  it("is never exceeded, and given back", () => {
    const { budget, open } = opened();
    const shares = Array.from({ length: 20 }, (_, n) => open(String(n)));
    for (const share of shares) {
      share.take(300);
      expect(budget.held()).toBeLessThanOrEqual(STRANGERS);
    }
    for (const share of shares) share.close();
    expect(budget.held()).toBe(0);
  });

  it("turns away what has taken the most for the longest, not the small one that came last", () => {
    const { clock, turnedAway, open } = opened();
    open("old and large", "one").take(480);
    clock.advance(5_000);
    open("new and large", "one").take(490);
    expect(open("new and small", "one").take(100)).toBe(true);
    expect(turnedAway).toEqual(["old and large"]);
  });

  it("turns away the network that holds the most", () => {
    const { clock, turnedAway, open } = opened();
    open("a newsroom's", "newsroom").take(300);
    clock.advance(60_000);
    open("stranger 1", "strangers").take(300);
    open("stranger 2", "strangers").take(300);
    expect(open("another", "elsewhere").take(200)).toBe(true);
    expect(turnedAway).toEqual(["stranger 1"]);
  });

  it("refuses the one who asks where that one holds the most", () => {
    const { budget, turnedAway, open } = opened();
    open("small").take(100);
    const large = open("large");
    expect(large.take(800)).toBe(true);
    expect(large.take(200)).toBe(false);
    expect([turnedAway, budget.held()]).toEqual([[], 100]);
  });

  it("leaves alone what is whole and being worked on", () => {
    const { turnedAway, open } = opened();
    const whole = open("whole");
    whole.take(900);
    whole.settle();
    expect(open("new").take(200)).toBe(false);
    whole.close();
    expect(open("later").take(200)).toBe(true);
    expect(turnedAway).toEqual([]);
  });

  it("keeps room for logins and for sites, whatever strangers hold", () => {
    const { turnedAway, open } = opened();
    open("stranger").take(STRANGERS);
    expect(open("editor", "editor", "login").take(LET_IN)).toBe(true);
    expect(open("site", "site", "site").take(SITES)).toBe(true);
    expect(turnedAway).toEqual([]);
  });

  it("is given back once, however often", () => {
    const { budget, open } = opened();
    open("other").take(10);
    const share = open("one");
    share.take(50);
    share.close();
    share.close();
    expect(budget.held()).toBe(10);
  });
});
