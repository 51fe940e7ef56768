/** Letters of scripts that are written without spaces: a name may begin at any of them. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Checks that a search by word starts accepts it: one or two letters or digits. */
export function isWordStart(word: string): boolean {
  return /^[\p{L}\p{N}]{1,2}$/u.test(word)
}

/** The length of a person's words that is indexed: their names come first. */
const longest = 8_192

/**
 * Returns the beginnings of an account's words: the first letter, and the first two, of each, without duplicates.
 * `words`: a line for each, folded; the first line is the id, which is not found by its beginning.
 */
export function wordStarts(words: string): readonly string[] {
  const begin = words.indexOf('\n') + 1
  const known = words.slice(begin, begin + longest)
  const starts = (known.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) => {
    const letters = Array.from(word)
    return letters.flatMap((letter, at) =>
      at === 0 || unspaced.test(letter) ? [letter, letter + (letters[at + 1] ?? '')] : [],
    )
  })
  return [...new Set(starts)]
}

/** Returns the same as JSON: known to SQL as `word_starts`. */
export function wordStartsAsJson(words: string): string {
  return JSON.stringify(wordStarts(words))
}
