// Replacements for common patterns that retry from each letter, which takes quadratic time: these take one pass.

/** Returns a text without its trailing characters of this set. */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** Returns a number with its noun: `1 person`, `2 people`. `many`: by default with an s. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}

/**
 * Tells whether a text may be an e-mail address: something on both sides of an `@`, and no blanks. Schemas decide more
 * exactly.
 */
export function looksLikeEmail(text: string): boolean {
  const at = text.indexOf('@', 1)
  return at > 0 && at < text.length - 1 && !/\s/.test(text)
}

/** Returns HTML without its scripts, as our own pages write them. */
export function withoutScripts(html: string): string {
  const [before = '', ...scripts] = html.split('<script')
  return before + scripts.map((script) => script.split('</script>').slice(1).join('</script>')).join('')
}
