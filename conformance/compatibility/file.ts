/** Where the table lives that people read. */
export const compatibilityFile = new URL('../../docs/compatibility.md', import.meta.url)
