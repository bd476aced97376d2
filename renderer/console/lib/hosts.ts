/** Hosts that only this machine can use. */
export const isLoopbackHost = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);

export const isLoopback = (url: string): boolean => isLoopbackHost(URL.parse(url)?.hostname ?? "");

/** The host of a pasted URL; other text in lower case. */
export function hostOf(pasted: string): string {
  const text = pasted.trim().toLowerCase();
  return /^https?:\/\//.test(text) ? (URL.parse(text)?.host ?? text) : text;
}

/** Whether it may be an allowed host (contract 5.1). Finds typing errors; Galley decides. */
export function looksLikeHost(entry: string): boolean {
  const name = entry.replace(/^\*\./, "");
  // An IPv6 address may lack its brackets.
  return !/[\s/@?#\\%*]/.test(name) && [name, `[${name}]`].some((host) => URL.canParse(`http://${host}/`));
}
