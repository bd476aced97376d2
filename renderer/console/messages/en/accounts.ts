/** Roles. */
export const roles = {
  label: "Role",
  names: { viewer: "Viewer", operator: "Operator", admin: "Admin" },
  about: {
    viewer: "Sees everything except secrets.",
    operator: "Also resends and holds deliveries, publishes fonts, checks receivers and restores versions.",
    admin: "Also changes projects, secrets, settings and accounts.",
  },
  changedBy: {
    viewer: "",
    operator: "Only operators and admins can change this.",
    admin: "Only admins can change this.",
  },
  openTo: {
    viewer: "",
    operator: "Only operators and admins can open this page.",
    admin: "Only admins can open this page.",
  },
};
