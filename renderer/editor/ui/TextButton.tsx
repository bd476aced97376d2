import type { ComponentProps } from "react";

/** A button that is only its words. */
export function TextButton({ className = "", ...props }: ComponentProps<"button">) {
  return <button {...props} type="button" className={`text-button ${className}`} />;
}
