import { Button, type ButtonProps } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import type { ComponentPropsWithoutRef } from "react";

interface SmallButtonProps extends ButtonProps, Omit<ComponentPropsWithoutRef<"button">, keyof ButtonProps> {
  Icon?: Icon;
}

/** A small button inside a page, without fill unless it is the primary one. */
export function SmallButton({ Icon, ...rest }: SmallButtonProps) {
  return <Button size="xs" variant="default" leftSection={Icon && <Icon size={14} aria-hidden />} {...rest} />;
}

export function DownloadButton({ href, Icon, children }: { href: string; Icon: Icon; children: string }) {
  return (
    <Button component="a" href={href} download size="xs" variant="default" leftSection={<Icon size={14} aria-hidden />}>
      {children}
    </Button>
  );
}
