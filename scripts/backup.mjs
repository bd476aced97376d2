/** `npm run backup -- …`: see server/backup/backup-command.ts and docs/operating.md. */
import { runBackupCommand } from "./lib/backup-command.mjs";

runBackupCommand("backup-command.ts");
