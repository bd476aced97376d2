/** What is around the article: people, history, the story of a save, checks, preview. */
export const around = {};
