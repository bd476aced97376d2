/** Parts of requests: mostly valid ids, tokens, bodies and queries, sometimes any text. */
import type { Chance } from "../../../support/chance.ts";
import { articleOf } from "../../../support/site.ts";
import { anyText, mutated, mutatedJson } from "./mutate.ts";
import type { Parts } from "./request-bytes.ts";
import type { World } from "./world.ts";

export type Kind = (world: World, chance: Chance) => Parts;

/** The valid text, or with probability `share` any text. */
export const or = (chance: Chance, valid: string, share = 0.12) => (chance.happens(share) ? anyText(chance) : valid);
export const encoded = (chance: Chance, text: string) =>
  chance.happens(0.1) ? text : encodeURIComponent(text.toWellFormed());
export const query = (chance: Chance, values: Record<string, string>) => {
  const pairs = Object.entries(values).filter(() => !chance.happens(0.08));
  if (chance.happens(0.1)) pairs.push([anyText(chance), anyText(chance)]);
  return pairs.length === 0 ? "" : `?${pairs.map(([key, value]) => `${key}=${encoded(chance, value)}`).join("&")}`;
};
export const json = (chance: Chance, value: unknown) => mutatedJson(chance, value);

export const article = (world: World, chance: Chance) => {
  const { file } = chance.pick(world.sessions);
  const text = Array.from({ length: chance.below(6) }, () => or(chance, "Some words", 0.5));
  const state = articleOf(...text, ...(chance.happens(0.3) ? [{ file: or(chance, file) }] : []));
  return chance.happens(0.4) ? mutated(chance, state) : state;
};

/** URL and headers of an article's tab, mostly with a valid login. */
export const tab = (world: World, chance: Chance, rest: string) => {
  const session = chance.pick(world.sessions);
  const other = chance.pick(world.sessions);
  const token = chance.happens(0.9)
    ? session.token
    : chance.pick([other.token, `${session.token}x`, session.token.slice(1), "", anyText(chance)]);
  const headers: [string, string][] = chance.happens(0.85)
    ? [["Authorization", `Bearer ${token}`]]
    : [["Cookie", `galley_editor=${token}; a=${anyText(chance)}`]];
  const id = chance.happens(0.95) ? session.session_id : encoded(chance, anyText(chance));
  return { session, url: world.appliance.url, path: `/editor/api/sessions/${id}${rest}`, headers };
};

/** URL and headers of the console's API, mostly with its token. */
export const admin = (world: World, chance: Chance, path: string) => {
  const token = chance.happens(0.9) ? world.appliance.consoleToken : anyText(chance);
  const headers: [string, string][] = [["Authorization", `Bearer ${token}`]];
  if (chance.happens(0.1))
    headers.push(["Origin", chance.pick([world.appliance.consoleUrl, "http://evil.example", "null"])]);
  return { url: world.appliance.consoleUrl, path: `/api${path}`, headers };
};

export type Call = [method: string, path: string, body?: unknown];
type Calls = (world: World, chance: Chance) => Call[];
const bodyOf = (chance: Chance, body: unknown) => (body === undefined ? null : json(chance, body));

/** A call of the editor API. */
export const tabCall =
  (calls: Calls): Kind =>
  (world, chance) => {
    const [method, rest, body] = chance.pick(calls(world, chance));
    return { ...tab(world, chance, rest), method, body: bodyOf(chance, body) };
  };

/** A call of the console's API. */
export const adminCall =
  (calls: Calls): Kind =>
  (world, chance) => {
    const [method, path, body] = chance.pick(calls(world, chance));
    return { ...admin(world, chance, path), method, body: bodyOf(chance, body) };
  };
