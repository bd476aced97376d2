/** The thread that compares two states; `comparing.ts` sets its limits. */
import { respondToMessages } from "../../core/worker-thread.ts";
import { compareStates } from "./compare-states.ts";

respondToMessages(compareStates);
