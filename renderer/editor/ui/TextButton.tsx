import type { ComponentProps } from "react";

/** A button without a border. */
export function TextButton({ className = "", ...props }: ComponentProps<"button">) {
  return <button {...props} type="button" className={`text-button ${className}`} />;
}
