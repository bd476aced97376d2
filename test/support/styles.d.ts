/** Components that tests import may import style sheets, which Vite handles. */
declare module "*.css";
