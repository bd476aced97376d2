/** The providers whose frames every project allows. */
import type { Provider } from "./frames.ts";
import { MAPS_AND_CHARTS } from "./maps-and-charts.ts";
import { PLAYERS } from "./players.ts";
import { POSTS } from "./posts.ts";

const PROVIDERS = [...PLAYERS, ...MAPS_AND_CHARTS, ...POSTS];

/** @param host in lower case, without `www.` */
export function providerAt(host: string): Provider | undefined {
  return PROVIDERS.find(({ hosts }) => (hosts instanceof RegExp ? hosts.test(host) : hosts.includes(host)));
}
