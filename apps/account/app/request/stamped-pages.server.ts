import { LRUCache } from 'lru-cache'

/** A page as it depends on values that are new each time. */
export interface Stamped {
  /** Equal for two pages that differ in nothing but their volatile values. */
  readonly form: string
  /** In the order in which `form` knows them. */
  readonly values: readonly string[]
}

/** Pages drawn once and then stamped with the values of each request: drawing one takes fifty times as long. */
export interface StampedPages {
  find(stamped: Stamped): Uint8Array<ArrayBuffer> | undefined
  keep(stamped: Stamped, document: Uint8Array): void
}

interface Template {
  readonly texts: readonly Buffer[]
  /** `values[n]` stands between `texts[i]` and `texts[i + 1]`. */
  readonly slots: readonly number[]
}

// No page contains it.
const mark = '\u0000'

/** Describes a page by everything it is drawn from. */
export function stampedBy(source: unknown, values: readonly string[]): Stamped {
  let form = JSON.stringify(source)
  for (const [index, value] of values.entries()) form = form.replaceAll(value, `${mark}${index}${mark}`)
  return { form, values }
}

/** Some 40 KB each. One for each language, theme and way in that visitors use. */
export const stampedPages = createStampedPages(256)

/** Remembers up to `max` pages. Every value must be written in the document as it is, wherever it stands. */
function createStampedPages(max: number): StampedPages {
  const templates = new LRUCache<string, Template>({ max })
  return {
    find: ({ form, values }) => {
      const template = templates.get(form)
      return template && stamp(template, values)
    },
    keep: ({ form, values }, document) =>
      void templates.set(form, templateOf(Buffer.from(document).toString(), values)),
  }
}

function templateOf(document: string, values: readonly string[]): Template {
  let marked = document
  for (const [index, value] of values.entries()) marked = marked.replaceAll(value, `${mark}${index}${mark}`)
  const pieces = marked.split(mark)
  return {
    texts: pieces.filter((_, at) => at % 2 === 0).map((text) => Buffer.from(text)),
    slots: pieces.filter((_, at) => at % 2 === 1).map(Number),
  }
}

function stamp({ texts, slots }: Template, values: readonly string[]): Uint8Array<ArrayBuffer> {
  const written = values.map((value) => Buffer.from(value))
  const pieces = texts.flatMap((text, at) => {
    const value = written[slots[at] ?? -1]
    return value === undefined ? [text] : [text, value]
  })
  return Buffer.concat(pieces)
}
