import type { z } from 'zod'

type RawIssue = z.core.$ZodRawIssue

/** The expected kinds of values, by the parser's names. */
const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'a mapping of keys',
  record: 'a mapping of keys',
  null: 'null',
  undefined: 'left out',
  never: 'left out',
}

/** The expected formats of texts, by the parser's names. */
const formats: Readonly<Record<string, string>> = {
  url: 'an address such as https://example.org',
  uuid: 'a UUID',
  guid: 'a UUID',
  email: 'an e-mail address',
  datetime: 'a time such as 2026-01-31T12:00:00Z',
  date: 'a date such as 2026-01-31',
  regex: 'written in the form that is documented for it',
}

/** The units of values that are too large or too small. */
const units: Readonly<Record<string, string>> = { string: 'characters', array: 'entries', set: 'entries', map: 'keys' }

/** The sentence for each kind of fault that a parser finds. */
const sentences: Readonly<Record<string, (issue: RawIssue) => string>> = {
  invalid_type: (issue) => {
    const wanted = (issue.code === 'invalid_type' && kinds[issue.expected]) || 'another value'
    return issue.input === undefined
      ? `is missing: it has to be ${wanted}`
      : `has to be ${wanted}, not ${kindOf(issue.input)}`
  },
  too_small: (issue) =>
    issue.code === 'too_small' ? `has to ${measured(issue.origin, 'at least', issue.minimum)}` : '',
  too_big: (issue) => (issue.code === 'too_big' ? `may ${measured(issue.origin, 'at most', issue.maximum)}` : ''),
  invalid_format: (issue) =>
    `has to be ${(issue.code === 'invalid_format' && formats[issue.format]) || 'written in another form'}`,
  invalid_value: (issue) => (issue.code === 'invalid_value' ? `has to be ${oneOf(issue.values)}` : ''),
  not_multiple_of: (issue) =>
    issue.code === 'not_multiple_of' ? `has to be a multiple of ${String(issue.divisor)}` : '',
  invalid_key: (issue) => (issue.code === 'invalid_key' && issue.issues[0]?.message) || 'has a key that is not allowed',
  unrecognized_keys: () => 'is not known here',
  invalid_union: () => 'has none of the forms that are allowed here',
}

/**
 * An error map for parsers (`schema.safeParse(value, { error: plainWords })`): the expected value, as the end of a
 * sentence that begins with its path. A schema's own messages are kept. No value is quoted, as it may be secret.
 */
export function plainWords(issue: RawIssue): string {
  return sentences[issue.code ?? '']?.(issue) || 'is not allowed here'
}

function measured(origin: string, bound: string, limit: number | bigint): string {
  const unit = units[origin]
  if (unit === undefined) return `be ${bound} ${limit}`
  if (bound === 'at least' && Number(limit) === 1)
    return origin === 'string' ? 'have a text: it is empty' : 'have an entry'
  return `have ${bound} ${limit} ${unit}`
}

function oneOf(values: readonly unknown[]): string {
  const words = values.map(String)
  return words.length === 1 ? (words[0] ?? '') : `one of ${words.join(', ')}`
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return kinds[typeof value] ?? 'this'
}
