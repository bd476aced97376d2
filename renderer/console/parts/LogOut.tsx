import { Button } from "@mantine/core";
import { IconLogout } from "@tabler/icons-react";
import { useLogOut } from "../data/me.ts";
import { messages } from "../messages/index.ts";

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
