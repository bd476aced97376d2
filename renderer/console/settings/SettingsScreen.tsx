import { ErrorNote, SkeletonRows } from "../parts/Notes.tsx";
import { useAppliance } from "../shell/appliance.tsx";
import { ApplianceFacts } from "./ApplianceFacts.tsx";
import { AuditLog } from "./AuditLog.tsx";
import { BackupSection } from "./backup/BackupSection.tsx";
import { RestoreSection } from "./backup/RestoreSection.tsx";
import { HoldSwitch } from "./HoldSwitch.tsx";
import { Logins } from "./Logins.tsx";
import { ProxySwitch } from "./ProxySwitch.tsx";
import { SettingsForm } from "./SettingsForm.tsx";

export function SettingsScreen() {
  const appliance = useAppliance();
  return (
    <div className="page">
      <header className="page-head">
        <h1>Settings</h1>
      </header>
      {appliance.data !== undefined ? (
        <div className="page-columns">
          <div>
            <HoldSwitch held={appliance.data.settings.deliveries_paused} onChange={appliance.set} />
            <SettingsForm settings={appliance.data.settings} onChange={appliance.set} />
            <ProxySwitch settings={appliance.data} onChange={appliance.set} />
          </div>
          <div>
            <ApplianceFacts facts={appliance.data.appliance} />
            <BackupSection />
            <RestoreSection />
            <Logins />
            <AuditLog />
          </div>
        </div>
      ) : appliance.error !== undefined ? (
        <ErrorNote error={appliance.error} retry={appliance.reload} />
      ) : (
        <SkeletonRows rows={8} height={44} />
      )}
    </div>
  );
}
