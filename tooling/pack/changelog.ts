/** Joins the releases of several changelogs, in their order; the text above their first release is left out. */
export function joinChangelogs(name: string, texts: readonly string[]): string {
  const releases = texts.map((text) => /^## [\s\S]*/m.exec(text)?.[0].trim() ?? '').filter((text) => text !== '')
  return `${[`# ${name}`, ...releases].join('\n\n')}\n`
}
