/** Unwraps URLs of redirect services, which count clicks. */

/** The parameter with the URL, by host and path. */
const WRAPPERS: readonly { host: RegExp; path: RegExp; parameters: readonly string[] }[] = [
  { host: /^(?:www\.)?google\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/, path: /^\/url$/, parameters: ["q", "url"] },
  { host: /^(?:l|lm)\.(?:facebook|instagram)\.com$/, path: /^\/(?:l\.php)?$/, parameters: ["u"] },
  { host: /^(?:www\.)?youtube\.com$/, path: /^\/redirect$/, parameters: ["q"] },
  { host: /^(?:www\.|m\.)?vk\.(?:com|ru)$/, path: /^\/away\.php$/, parameters: ["to"] },
  { host: /\.safelinks\.protection\.outlook\.com$/, path: /^\/$/, parameters: ["url"] },
];

const MAX_LAYERS = 3;
/** UTF-16 units of an address. */
const MAX_ADDRESS = 4_000;

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

/** The unwrapped URL of a text that is only a URL; else null. */
export function addressAlone(text: string): string | null {
  const address = text.trim();
  const isAddress = address.length <= MAX_ADDRESS && /^https?:\/\/[^\s/]\S*$/i.test(address) && URL.canParse(address);
  return isAddress ? unwrapped(address) : null;
}
