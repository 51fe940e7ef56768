/** The document with the table for readers. */
export const compatibilityFile = new URL('../../docs/compatibility.md', import.meta.url)
