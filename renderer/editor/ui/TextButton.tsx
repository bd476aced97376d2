import type { ComponentProps } from "react";

export function TextButton({ className = "", ...props }: ComponentProps<"button">) {
  return <button {...props} type="button" className={`text-button ${className}`} />;
}
