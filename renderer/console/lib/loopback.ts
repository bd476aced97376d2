/** Hosts that only this machine can use. */
export const isLoopbackHost = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);

export const isLoopback = (url: string): boolean => isLoopbackHost(URL.parse(url)?.hostname ?? "");
