import type { SearchDocument } from '../browser/search-index.ts'
import type { Page } from './page.ts'

/** Returns the documents of the search: every part of every page. */
export function searchDocuments(pages: readonly Page[]): readonly SearchDocument[] {
  return pages.flatMap(({ path, title, kind, sections }) =>
    sections.map(({ id, heading, level, text }): SearchDocument => ({
      id: id === '' ? path : `${path}#${id}`,
      page: title,
      heading: level === 1 ? '' : heading,
      text: text.replaceAll(/\s+/g, ' ').trim(),
      kind,
    })),
  )
}
