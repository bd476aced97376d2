/** What electron-builder learns about signing from the environment. */

/** Names of the variables that hold a certificate, its password, or an account of Apple. */
const SECRETS = /^(CSC_|WIN_CSC_|APPLE_)/;

/**
 * An environment without empty secrets: a workflow sets those that the repository does not have to "", and
 * electron-builder takes an empty CSC_LINK for the path of a certificate.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function withoutEmptySecrets(env) {
  return Object.fromEntries(Object.entries(env).filter(([name, value]) => value !== "" || !SECRETS.test(name)));
}
