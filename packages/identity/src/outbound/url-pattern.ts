import { RE2JS } from 're2js'

/**
 * Creates a check that an address matches one of the patterns: `*` matches anything but a slash, `**` matches anything.
 * It runs in time that is linear in the address (RE2), since both may come from a third party.
 */
export function urlMatcher(patterns: readonly string[]): (url: string) => boolean {
  const expressions = patterns.map((pattern) => {
    const parts = pattern.split(/(\*\*|\*)/).map((part) => {
      if (part === '**') return '.*'
      return part === '*' ? '[^/]*' : RE2JS.quote(part)
    })
    return RE2JS.compile(parts.join(''))
  })
  return (url) => expressions.some((expression) => expression.matches(url))
}
