import { PasswordInput } from "@mantine/core";
import type { ComponentProps } from "react";
import { messages } from "../messages/index.ts";
import "@mantine/core/styles/PasswordInput.layer.css";

/** A password with a button that shows it, also by keyboard. */
export function PasswordField(props: ComponentProps<typeof PasswordInput>) {
  return (
    <PasswordInput
      {...props}
      visibilityToggleButtonProps={{ "aria-label": messages.login.showPassword, tabIndex: 0 }}
    />
  );
}
