import { PluginKey } from "@tiptap/pm/state";

/** Of the plugin that is there as soon as tables can be edited. */
export const tableKeys = new PluginKey("tableKeys");
