/** Lists, what is open of them, and what narrows them. */
export const list = {
  older: "Older ones",
  close: "Close",
  closeHint: "Close (Escape)",
  project: "Project",
  allProjects: "All projects",
  oneProject: "One project",
  notSavedYet: "not saved yet",
  version: (number: number) => `version ${number}`,
};
