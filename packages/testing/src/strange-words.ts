import fc from 'fast-check'

/** Hostile words: to prototypes, paths, encodings, databases, templates, pages and numbers. */
const harmful = fc.constantFrom(
  '',
  '\0',
  '__proto__',
  'constructor',
  '../..',
  '%',
  '%00',
  '💣',
  "' OR 1=1 --",
  '{{7*7}}',
  '<script>',
  '-1',
  '1e999',
)

/** Values of strangers in place of an expected word: harmful ones, or any text at all. */
export const strangeWord = fc.oneof(harmful, fc.string({ unit: 'binary', maxLength: 40 }))

/** Values of strangers in a header: text that HTTP allows. */
export const printableText = fc.string({ maxLength: 60 }).map((text) => text.replace(/[^\x20-\x7e]/g, ''))
