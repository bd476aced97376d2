/** Keys of the writing tools. What is bound and what is shown both read them here. */
export const BLOCK_MENU_KEY = "Alt+Enter";
export const FORMAT_BAR_KEY = "Alt+F10";
