/** Certificates of authorities that a project trusts beside the usual ones, for a site whose certificate comes from them. */
import { X509Certificate } from "node:crypto";
import tls, { type SecureContext } from "node:tls";

const ONE = /-----BEGIN CERTIFICATE-----[\sA-Za-z0-9+/=]+-----END CERTIFICATE-----/g;

/** Whether a text is one or more certificates in PEM form, all of them readable, with nothing secret among them. */
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

/** Contexts by their PEM text. Building one reads every known authority, which takes some 40 ms. */
const contexts = new Map<string, SecureContext>();
const MAX_CONTEXTS = 50;

/**
 * What is trusted where a project has CA certificates of its own: the usual authorities and those. Any of those may be an
 * intermediate one, or the site's own self-signed certificate. Names and dates are checked all the same.
 * @param ca one or more certificates, PEM
 * @throws Error where it holds none
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
