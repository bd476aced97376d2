/** The actions of a row. */
import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";

interface RowMenuProps {
  label: string;
  disabled?: boolean;
  children: ReactNode;
}

/** More actions, as `Menu.Item`s. */
export function RowMenu({ label, disabled = false, children }: RowMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={disabled}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

/** @param props.of the row, for screen readers */
export function RowDownload({ href, label, of }: { href: string; label: string; of: string }) {
  return (
    <ActionIcon component="a" variant="subtle" href={href} download aria-label={`${label}: ${of}`} title={label}>
      <IconDownload size={16} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}
