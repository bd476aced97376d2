/** Lets tests that import parts of a page type-check; the bundler handles style sheets. */
declare module "*.css";
