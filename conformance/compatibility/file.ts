/** The document with the table for readers. */
export const compatibilityFile = new URL('../../docs/reference/compatibility.md', import.meta.url)
