/** Returns the faults of one translated text compared with the original, as words that follow its key. */
export function textProblems(original: string, text: string, options: { readonly plural: boolean }): readonly string[] {
  if (text.trim() === '') return ['blank']
  return [...placeholderProblems(original, text, options.plural), ...markupProblems(original, text)]
}

/**
 * Checks placeholders: a plural form may leave the number out ("one device"); every other placeholder has to be there.
 */
function placeholderProblems(original: string, text: string, plural: boolean): readonly string[] {
  const wanted = placeholders(original)
  const found = placeholders(text)
  const namesFound = found.map(({ name }) => name)
  return [
    ...wanted
      .filter(({ name }) => !namesFound.includes(name) && !(plural && name === 'count'))
      .map(({ name }) => `lacks {{${name}}}`),
    ...found.flatMap(({ name, format }) => {
      const model = wanted.find((one) => one.name === name)
      if (model === undefined) return [`has {{${name}}}, which nobody fills`]
      // A number may be left as it is or written in the digits of the language; anything else is the original's.
      if (format === model.format || [format, model.format].every((one) => one === '' || one === 'number')) return []
      return [`formats {{${name}}} as "${format}" and not as "${model.format}"`]
    }),
    ...(braces(text) === 2 * found.length ? [] : ['has a brace that belongs to no placeholder']),
  ]
}

/** Checks for markup: texts are shown as text, so people would see a tag, and `$t(` would be looked up. */
function markupProblems(original: string, text: string): readonly string[] {
  return markup(text)
    .filter((piece) => !markup(original).includes(piece))
    .map((piece) => `has markup, which is shown as it is: ${piece}`)
}

const markup = (text: string): readonly string[] => text.match(/<\/?[a-z][^<>]*>|&(?:[a-z]+|#\d+);|\$t\(/gi) ?? []

const braces = (text: string): number => text.match(/\{\{|\}\}/g)?.length ?? 0

function placeholders(text: string): readonly { readonly name: string; readonly format: string }[] {
  return Array.from(text.matchAll(/\{\{([^{}]*)\}\}/g), ([, within = '']) => within.split(',')).flatMap(
    ([first = '', ...rest]) => {
      const name = first.trim()
      return /^\S+$/.test(name) ? [{ name, format: rest.join(',').trim() }] : []
    },
  )
}
