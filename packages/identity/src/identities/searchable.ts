import { bounds } from '../http/bounds.ts'

/** TABLE: Latin letters with a stroke or of two letters, which Unicode does not decompose. */
const letters: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
}

const marks = /\p{M}/gu

/** More than all texts of an account together. Letters that expand in their decomposed form could multiply it. */
const longest = 2 * bounds.charactersOfDocument

/**
 * Folds a text for searches: without case, accents and other marks, and in one width. "Søren Åström" and "SOREN ASTROM"
 * are the same. Known to SQL as `searchable`.
 */
export function searchable(text: string): string {
  // Marks are removed first: sorting thousands of them at one letter takes quadratic time.
  const bare = text.replaceAll(marks, '').normalize('NFKD').slice(0, longest)
  const plain = bare.replaceAll(marks, '').toLowerCase()
  return plain.replaceAll(/[øłđðħıŧþæœß]/g, (letter) => letters[letter] ?? letter)
}

/** Returns the words of a search in folded form, without duplicates. */
export function wordsIn(text: string): readonly string[] {
  const words = searchable(text).split(/\s+/)
  return [...new Set(words)].filter((word) => word !== '')
}

/** Letters of scripts that are written without spaces: a name may begin at any of them. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Checks that a search by word starts accepts it: one or two letters or digits. */
export function isWordStart(word: string): boolean {
  return /^[\p{L}\p{N}]{1,2}$/u.test(word)
}

/** The length of a person's words that is indexed: their names come first. */
const longestBeginning = 8_192

/**
 * Returns the beginnings of an account's words: the first letter, and the first two, of each, without duplicates.
 * `words`: a line for each, folded; the first line is the id, which is not found by its beginning.
 */
export function wordStarts(words: string): readonly string[] {
  const begin = words.indexOf('\n') + 1
  const known = words.slice(begin, begin + longestBeginning)
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
