import { NativeSelect } from "@mantine/core";
import { api } from "../api.ts";
import { useResource } from "../use-resource.ts";

/** Narrows a list to one project; "" is all of them. */
export function ProjectFilter({ value, onChange }: { value: string; onChange: (project: string) => void }) {
  const projects = useResource("projects", (signal) => api.projects(null, signal));
  const items = projects.data?.items ?? [];
  const options = items.map((project) => ({ value: project.id, label: project.name }));
  // A project from the address that is not on the first page still has to stand in the field.
  if (value !== "" && !items.some((project) => project.id === value)) options.push({ value, label: "One project" });
  return (
    <NativeSelect
      size="xs"
      aria-label="Project"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[{ value: "", label: "All projects" }, ...options]}
    />
  );
}
