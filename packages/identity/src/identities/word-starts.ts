/** Letters of scripts that are written without spaces: a name may begin at any of them. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** What a search by word starts takes: one or two letters or digits. */
export function isWordStart(word: string): boolean {
  return /^[\p{L}\p{N}]{1,2}$/u.test(word)
}

/** More than this of a person is not taken apart: their names come first. */
const longest = 8_192

/**
 * The beginnings of an account's words: the first letter, and the first two, of each; none twice. `words`: a line for
 * each, folded; the first line is the id, which is not looked for by its beginning.
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

/** The same as JSON: known to SQL as `word_starts`. */
export function wordStartsAsJson(words: string): string {
  return JSON.stringify(wordStarts(words))
}
