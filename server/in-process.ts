/**
 * The parts of the appliance that tests run in their own process, with their own clock and resolver. It is an entry of the
 * bundle, so that tests run the same code as users. The product never imports it, and no package contains it.
 */
export { openAppliance } from "./appliance.ts";
export { runCommand } from "./commands/commands.ts";
export { readConfig } from "./config/config.ts";
export { AppError } from "./core/errors.ts";
export { createClientAddress } from "./http/clients.ts";
export { errorMapper } from "./http/error-mapper.ts";
export { ClientGone, readJson } from "./http/json-body.ts";
export { createRequestBodies } from "./http/request-bodies.ts";
export { sendArchive } from "./http/send-files.ts";
export { openSandboxSite } from "./sandbox/site.ts";
export { openDatabase } from "./storage/database.ts";
export { openKeyFile } from "./storage/secret-box.ts";
