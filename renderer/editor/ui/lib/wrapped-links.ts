/** Addresses that other sites wrap in one of their own, to count who follows them: what somebody means is inside. */

/** Which parameter has the address, by host and path. */
const WRAPPERS: readonly { host: RegExp; path: RegExp; parameters: readonly string[] }[] = [
  { host: /^(?:www\.)?google\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/, path: /^\/url$/, parameters: ["q", "url"] },
  { host: /^(?:l|lm)\.(?:facebook|instagram)\.com$/, path: /^\/(?:l\.php)?$/, parameters: ["u"] },
  { host: /^(?:www\.)?youtube\.com$/, path: /^\/redirect$/, parameters: ["q"] },
  { host: /^(?:www\.|m\.)?vk\.(?:com|ru)$/, path: /^\/away\.php$/, parameters: ["to"] },
  { host: /\.safelinks\.protection\.outlook\.com$/, path: /^\/$/, parameters: ["url"] },
];

/** Wrappers in wrappers. */
const MAX_LAYERS = 3;
/** UTF-16 units of an address. */
const MAX_ADDRESS = 4_000;

/** The address inside, without what a wrapper adds to it; the same address where nothing wraps it. */
export function unwrapped(address: string): string {
  let current = address;
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const inside = insideOf(current);
    if (inside === null) break;
    current = inside;
  }
  return current;
}

function insideOf(address: string): string | null {
  if (address.length > MAX_ADDRESS || !/^https?:/i.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  const wrapper = WRAPPERS.find(({ host, path }) => host.test(url.hostname) && path.test(url.pathname));
  for (const name of wrapper?.parameters ?? []) {
    const inside = url.searchParams.get(name);
    if (inside !== null && /^https?:\/\/\S+$/i.test(inside) && URL.canParse(inside)) return inside;
  }
  return null;
}

/** The web address that a text is and nothing else, unwrapped; null where it is something else or has more. */
export function addressAlone(text: string): string | null {
  const address = text.trim();
  const isAddress = address.length <= MAX_ADDRESS && /^https?:\/\/[^\s/]\S*$/i.test(address) && URL.canParse(address);
  return isAddress ? unwrapped(address) : null;
}
