/** Returns the first character of a word, whole even if it takes two code units; empty for an empty word. */
export function firstLetter(word: string): string {
  const code = word.codePointAt(0)
  return code === undefined ? '' : String.fromCodePoint(code).toUpperCase()
}
