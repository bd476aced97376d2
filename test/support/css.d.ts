/** Style sheets are the bundler's: tests that import a part of a page type-check without them. */
declare module "*.css";
