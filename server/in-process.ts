/**
 * The parts of the appliance that a test runs in its own process, with a clock and a resolver of its own. An entry of
 * the bundle, so that the tests run what users run; nothing in the product imports it, and no package holds it.
 */
export { openAppliance } from "./appliance.ts";
export { runCommand } from "./commands/commands.ts";
export { readConfig } from "./config/config.ts";
export { AppError } from "./core/errors.ts";
export { createClientAddress } from "./http/client-address.ts";
export { errorMapper } from "./http/error-mapper.ts";
export { ClientGone, readJson } from "./http/json-body.ts";
export { createRequestBodies } from "./http/request-bodies.ts";
export { sendArchive } from "./http/send-archive.ts";
export { openSandboxSite } from "./sandbox/site.ts";
export { openDatabase } from "./storage/database.ts";
export { openKeyFile } from "./storage/secret-box.ts";
