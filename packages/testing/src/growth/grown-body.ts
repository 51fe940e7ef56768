/** Things of a body at the smallest scale; the others have ten and a hundred times as many. */
const smallest = 50

/** The factors by which a body repeats its content at the smallest scale. */
export const scales = [1, 10, 100] as const
/** One of them. */
export type Scale = (typeof scales)[number]

/** Makes a JSON body larger in one way; its text, since no program writes JSON that is nested so deeply. */
export type Growth = (sample: unknown, scale: Scale) => string

/** Every way in which a JSON body can grow: more fields, deeper, longer lists, longer texts, longer names. */
export const growths: Readonly<Record<string, Growth>> = {
  'more fields': byObjects((size) => numbered(size, (index) => `text ${index}`)),
  'more fields that hold objects': byObjects((size) => numbered(size, (index) => ({ index }))),
  'longer names': byObjects((size) => ({ ['name'.repeat(5 * size)]: 1 })),
  'deeper objects': (sample, scale) => deepened(sample, '{"deep":', '}', smallest * scale),
  'deeper lists': (sample, scale) => deepened(sample, '[', ']', smallest * scale),
  'longer lists': (sample, scale) => JSON.stringify(lengthened(sample, smallest * scale)),
  'lists in place of texts': byTexts((text, size) =>
    Array.from({ length: size }, (_, index) => numberedText(text, index)),
  ),
  'longer texts': byTexts((text, size) => text + '-text'.repeat(4 * size)),
}

/** Adds so many more fields to every object of the sample. */
function byObjects(more: (size: number) => Readonly<Record<string, unknown>>): Growth {
  return (sample, scale) => {
    const fields = more(smallest * scale)
    return JSON.stringify(mapObjects(sample, (object) => ({ ...object, ...fields })))
  }
}

/** Maps every text of the sample. */
function byTexts(map: (text: string, size: number) => unknown): Growth {
  return (sample, scale) => JSON.stringify(mapTexts(sample, (text) => map(text, smallest * scale)))
}

function deepened(sample: unknown, open: string, close: string, levels: number): string {
  const marked = JSON.stringify(mapObjects(sample, (object) => ({ ...object, deep: deepMark })))
  return marked.replaceAll(JSON.stringify(deepMark), `${open.repeat(levels)}1${close.repeat(levels)}`)
}

const deepMark = '@deep@'

/** Every way in which a form can grow, as pairs. */
export const formGrowths: Readonly<Record<string, (pairs: readonly Pair[], scale: Scale) => readonly Pair[]>> = {
  'more fields of a form': (pairs, scale) => [
    ...pairs,
    ...Array.from({ length: smallest * scale }, (_, index): Pair => [`traits.field${index}`, 'text']),
  ],
  'fields of a form that repeat': (pairs, scale) => [
    ...Array.from({ length: smallest * scale }, (_, index) => pairs[index % pairs.length] ?? (['a', 'b'] as const)),
    ...pairs,
  ],
  'deeper names of a form': (pairs, scale) => [...pairs, [`traits${'.a'.repeat(smallest * scale)}`, 'text']],
  'longer texts of a form': (pairs, scale) =>
    pairs.map(([name, text]) => [name, text + '-text'.repeat(4 * smallest * scale)]),
}

/** One field of a form. */
export type Pair = readonly [name: string, value: string]

/** Every way in which the rest of a request can grow: query and headers. */
export const envelopeGrowths: Readonly<Record<string, (request: Envelope, scale: Scale) => Envelope>> = {
  'more parameters of the query': ({ query, headers }, scale) => ({
    query: [...query, ...Array.from({ length: smallest * scale }, (_, index): Pair => [`field${index}`, 'text'])],
    headers,
  }),
  'parameters of the query that repeat': ({ query, headers }, scale) => ({
    query: [
      ...query,
      ...Array.from(
        { length: smallest * scale },
        (_, index): Pair => repeating[index % repeating.length] ?? ['a', 'b'],
      ),
    ],
    headers,
  }),
  'longer parameters of the query': ({ query, headers }, scale) => ({
    query: [
      ...query.map(([name, text]): Pair => [name, text]),
      ...repeating.map(([name, text]): Pair => [name, list(text, scale)]),
    ],
    headers,
  }),
  'more cookies': ({ query, headers }, scale) => ({
    query,
    headers: {
      ...headers,
      cookie: Array.from({ length: smallest * scale }, (_, index) => `csrf_token_${index}=text`).join('; '),
    },
  }),
  'longer headers': ({ query, headers }, scale) => ({
    query,
    headers: {
      ...headers,
      accept: list('text/html;q=0.9', scale),
      'accept-language': list('de-AT;q=0.9', scale),
      'user-agent': list('Mozilla/5.0 (X11; Linux)', scale),
      'x-forwarded-for': list('203.0.113.9', scale),
      'x-forwarded-host': list('example.org', scale),
    },
  }),
}

/** The query and headers of a request. */
export interface Envelope {
  readonly query: readonly Pair[]
  readonly headers: Readonly<Record<string, string>>
}

/** Parameters that lists and flows know. */
const repeating: readonly Pair[] = [
  ['expand', 'Identity'],
  ['ids', '6bb1c7d1-3b3e-4995-9e09-35649dc45a2b'],
  ['include_credential', 'password'],
  ['credentials_identifier', 'ada@example.org'],
  ['trait_similar', 'ada'],
  ['search', 'ada'],
  ['page_token', 'abc'],
  ['return_to', 'https://example.org/'],
  ['event', 'login'],
  ['domain', 'example.org'],
]

function list(text: string, scale: Scale): string {
  return Array.from({ length: smallest * scale }, () => text).join(',')
}

function numbered<T>(count: number, value: (index: number) => T): Record<string, T> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, value(index)]))
}

function lengthened(value: unknown, length: number): unknown {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value.length > 0 ? value : ['text']
    return Array.from({ length }, (_, index) => numberedTexts(items[index % items.length], index))
  }
  if (!isObject(value)) return value
  const grown = Object.entries(value).map(([key, part]) => [key, lengthened(part, length)] as const)
  return { ...Object.fromEntries(grown), list: Array.from({ length }, (_, index) => `text ${index}`) }
}

/**
 * Returns the value with other texts, so that no two items of a list are equal. JSON pointers and words of a list stay.
 */
function numberedTexts(value: unknown, index: number): unknown {
  return mapTexts(value, (text) => (text.includes('@') || text.includes(' ') ? numberedText(text, index) : text))
}

function numberedText(text: string, index: number): string {
  return text.includes('@') ? `a${index}.${text}` : `${text}${index}`
}

function mapObjects(value: unknown, map: (object: Record<string, unknown>) => Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((part) => mapObjects(part, map))
  if (!isObject(value)) return value
  return map(Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapObjects(part, map)])))
}

function mapTexts(value: unknown, map: (text: string) => unknown): unknown {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return value.map((part) => mapTexts(part, map))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapTexts(part, map)]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
