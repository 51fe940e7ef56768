import { RE2JS } from 're2js'

/** Longer texts fit no pattern. The service has the last word on what it takes. UTF-16 units. */
const longestText = 10_000

interface Pattern {
  test(text: string): boolean
}

/**
 * Patterns of an identity schema as the service runs them, with RE2: in linear time, whatever its developers wrote.
 * The engine that ajv is given; throws an Error for what RE2 cannot run.
 */
export const linearPatterns: ((source: string) => Pattern) & { readonly code: string } = Object.assign(
  (source: string): Pattern => {
    const pattern = RE2JS.compile(source)
    return { test: (text) => text.length <= longestText && pattern.test(text) }
  },
  { code: 'linearPattern' },
)
