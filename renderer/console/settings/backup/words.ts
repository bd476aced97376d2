/** What the backup and the restore say. */
import type { RestoreView } from "../../../../server/contracts/console-api.ts";

export function filesGone(count: number): string {
  const files = count === 1 ? "1 file of an article is" : `${count} files of articles are`;
  return `${files} missing or damaged on the disk of the appliance, and therefore not in the backup.`;
}

/** What the admin must know once the old data is back; the first sentence always holds. */
export function restoreSentences(report: RestoreView, when: string): string[] {
  const { projects_with_new_secrets: renewed, sessions_without_credentials: dropped } = report;
  return [
    `The backup of ${when} is in place. Deliveries are held (${report.deliveries_held} wait): look at them, then release them.`,
    `The data of before is in the folder ${report.kept_aside} of the data folder.`,
    ...(renewed.length > 0 ? [`These projects have new secrets, which their sites need: ${renewed.join(", ")}.`] : []),
    ...(dropped > 0
      ? [`${dropped} sessions lost the credentials for callbacks until their sites open them again.`]
      : []),
    ...(report.missing_files > 0 ? [filesGone(report.missing_files)] : []),
  ];
}
