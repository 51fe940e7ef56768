/** Vite puts it into the page; there is nothing to import from it. */
declare module '@ory/elements-react/theme/styles.css'
