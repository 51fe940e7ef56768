/** The address of the part with Latin letters, for a page that asks for it before it is painted. */
export { default as latinFont } from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
