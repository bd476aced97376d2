/** The thread that inspects uploads; `inspect.ts` sets its limits. */
import { respondToMessages } from "../core/worker-thread.ts";
import { inspectFile } from "./inspect-file.ts";

respondToMessages(inspectFile);
