/** Tells whether an address matches one of the patterns: `*` stands for anything but a slash, `**` for anything. */
export function urlMatcher(patterns: readonly string[]): (url: string) => boolean {
  const expressions = patterns.map((pattern) => {
    const parts = pattern.split(/(\*\*|\*)/).map((part) => {
      if (part === '**') return '.*'
      return part === '*' ? '[^/]*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    })
    return new RegExp(`^${parts.join('')}$`)
  })
  return (url) => expressions.some((expression) => expression.test(url))
}
