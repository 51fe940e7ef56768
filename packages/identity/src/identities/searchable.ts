import { bounds } from '../http/bounds.ts'

/** TABLE: Latin letters with a stroke or of two letters, which Unicode does not take apart. */
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

/** More than all texts of an account together. Letters that are many without their form would be many times that. */
const longest = 2 * bounds.charactersOfDocument

/**
 * A text as searches compare it: without case, accents and other marks, and in one width. "Søren Åström" and "SOREN
 * ASTROM" are the same. Known to SQL as `searchable`.
 */
export function searchable(text: string): string {
  // Marks go first: putting thousands at one letter in their order takes the square of their number.
  const bare = text.replaceAll(marks, '').normalize('NFKD').slice(0, longest)
  const plain = bare.replaceAll(marks, '').toLowerCase()
  return plain.replaceAll(/[øłđðħıŧþæœß]/g, (letter) => letters[letter] ?? letter)
}

/** The words of a search, as they are compared; none twice. */
export function wordsIn(text: string): readonly string[] {
  const words = searchable(text).split(/\s+/)
  return [...new Set(words)].filter((word) => word !== '')
}
