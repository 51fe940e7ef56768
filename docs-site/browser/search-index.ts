import MiniSearch, { type SearchResult } from 'minisearch'

/** A part of a page. */
export interface SearchDocument {
  /** Its address from the site's folder: `protect.html#express`. */
  readonly id: string
  /** The page's title. */
  readonly page: string
  /** Empty for the text at the page's beginning. */
  readonly heading: string
  readonly text: string
  readonly kind: 'guide' | 'reference' | 'explanation'
}

/** A reader wants to do something before they want to know why it is so. */
const weights = { guide: 1, reference: 0.8, explanation: 0.45 }

/** Creates an index over every part of every page. */
export function createIndex(documents: readonly SearchDocument[]): MiniSearch<SearchDocument> {
  const index = new MiniSearch<SearchDocument>({ fields: ['page', 'heading', 'text'], tokenize: words })
  index.addAll(documents)
  return index
}

/** Splits a text into words; a name of several (`return_to`, `session.cookie`) counts whole and by its parts. */
export function words(text: string): string[] {
  return (text.match(/[\p{L}\p{N}_]+/gu) ?? []).flatMap((word) =>
    word.includes('_') ? [word, ...word.split('_').filter((part) => part !== '')] : [word],
  )
}

/** Finds the parts that answer a question, best first. `most`: how many. */
export function find(
  index: MiniSearch<SearchDocument>,
  documents: ReadonlyMap<string, SearchDocument>,
  query: string,
  most: number,
): readonly SearchDocument[] {
  const options = {
    boost: { page: 6, heading: 4 },
    prefix: (term: string) => term.length > 2,
    fuzzy: (term: string) => (term.length > 5 ? 0.15 : false),
    boostDocument: (id: string) => weights[documents.get(id)?.kind ?? 'explanation'],
  }
  const strict = index.search(query, { ...options, combineWith: 'AND' })
  // If no part has all the words, those that have most of them.
  const results: readonly SearchResult[] = strict.length > 0 ? strict : index.search(query, options)
  return results.slice(0, most).flatMap(({ id }) => documents.get(String(id)) ?? [])
}
