/** `npm run restore -- …`: see server/backup/restore-command.ts and docs/operating.md. */
import { runBackupCommand } from "./lib/backup-command.mjs";

runBackupCommand("restore-command.ts");
