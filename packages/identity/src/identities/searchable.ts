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
