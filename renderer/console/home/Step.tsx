import { IconCircle, IconCircleCheckFilled } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { messages } from "../messages/index.ts";

interface StepProps {
  title: string;
  why: string;
  done: boolean;
  children: ReactNode;
}

export function Step({ title, why, done, children }: StepProps) {
  const t = messages.overview.steps;
  return (
    <li data-done={done}>
      <span className="home-tick" role="img" aria-label={done ? t.done : t.open}>
        {done ? <IconCircleCheckFilled size={20} aria-hidden /> : <IconCircle size={20} stroke={1.6} aria-hidden />}
      </span>
      <div>
        <h3 className="subtitle">{title}</h3>
        <p className="muted">{why}</p>
        {children}
      </div>
    </li>
  );
}
