import { Box, Button } from "@mantine/core";
import { IconLogout } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Role } from "../../../server/contracts/accounts-api.ts";
import { useHasRole, useLogOut, useSiteProject } from "../data/me.ts";
import { Link } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";

interface RoleProps {
  atLeast: Role;
  children: ReactNode;
}

/** Shows its content to the role `least` and higher ones. */
export function RequireRole({ atLeast: least, children }: RoleProps) {
  return useHasRole(least) && children;
}

/** Forms that lower roles see disabled and without buttons; one line says why. */
export function ReadOnlyBelow({ atLeast: least, children }: RoleProps) {
  if (useHasRole(least)) return children;
  return (
    <Box component="fieldset" className="changed-by" m={0} p={0} miw={0} bd={0} disabled>
      <p className="hint">{messages.roles.changedBy[least]}</p>
      {children}
    </Box>
  );
}

interface BeyondLinkProps {
  to: string;
  children: ReactNode;
}

/** A link to a page that a site link does not open: plain text there. */
export function AccountOnlyLink({ to, children }: BeyondLinkProps) {
  return useSiteProject() === null ? <Link to={to}>{children}</Link> : children;
}

/** A page for the role and higher ones; others see why it is closed. */
export function PageForRole({ atLeast: least, children }: RoleProps) {
  return useHasRole(least) ? children : <p>{messages.roles.openTo[least]}</p>;
}

/** @param size of the button; small in the navigation and in banners */
export function LogOut({ size = "compact-xs" }: { size?: "compact-xs" | "sm" }) {
  const logOut = useLogOut();
  if (logOut === null) return null;
  return (
    <Button
      size={size}
      variant={size === "sm" ? "default" : "subtle"}
      justify="start"
      leftSection={<IconLogout size={14} stroke={1.6} aria-hidden />}
      onClick={logOut}
    >
      {messages.shell.logOut}
    </Button>
  );
}
