/** The additional CA certificates that a project trusts. */
import { X509Certificate } from "node:crypto";
import tls, { type SecureContext } from "node:tls";

const ONE = /-----BEGIN CERTIFICATE-----[\sA-Za-z0-9+/=]+-----END CERTIFICATE-----/g;

export function isCertificates(pem: string): boolean {
  const found = pem.match(ONE) ?? [];
  return found.length > 0 && !pem.includes("PRIVATE KEY") && found.every(isReadable);
}

function isReadable(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

/** Contexts by PEM text. Creating one reads every known CA, which takes about 40 ms. */
const contexts = new Map<string, SecureContext>();
const MAX_CONTEXTS = 50;

/**
 * Trusts the default CAs and those in `ca` (PEM): root, intermediate, or the site's own self-signed certificate. Names
 * and dates are still checked. Throws if `ca` contains no certificate.
 */
export function trusting(ca: string): SecureContext {
  const known = contexts.get(ca);
  if (known !== undefined) return known;
  const context = tls.createSecureContext({
    ca: [...tls.getCACertificates("default"), ca],
    allowPartialTrustChain: true,
  });
  if (contexts.size >= MAX_CONTEXTS) contexts.clear();
  contexts.set(ca, context);
  return context;
}
