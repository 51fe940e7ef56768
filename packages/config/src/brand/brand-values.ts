import { z } from 'zod'
import { parseColour, type Rgb } from './colour.ts'
import type { LinkAddresses, SpokenText } from './brand.ts'

/** Joins a value's fault and its fix in one text; see `brandFaults`. */
export function sentence(wrong: string, fix: string): string {
  return `${wrong}\n${fix}`
}

/** Returns the schema of a value that `read` parses; if `read` returns a sentence, it is the fault. */
function value<T>(read: (given: unknown) => { readonly is: T } | string) {
  return z.unknown().transform((given, context): T => {
    const outcome = read(given)
    if (typeof outcome !== 'string') return outcome.is
    context.addIssue({ code: 'custom', message: outcome })
    return z.NEVER
  })
}

const shown = (given: unknown): string => (JSON.stringify(given) ?? 'nothing').slice(0, 60)

// Characters that change the text direction could display a name as another one.
const unseen = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** A name for people: one line, at most 60 characters. */
export const displayName = value((given) =>
  typeof given === 'string' && given.trim() !== '' && given.length <= 60 && !unseen.test(given)
    ? { is: given.trim() }
    : sentence(
        `is ${shown(given)}, but is shown as one line`,
        'give a text of 1 to 60 characters without control characters',
      ),
)

/** A file in the folder of the one that names it. */
export const fileName = value((given) =>
  typeof given === 'string' && given.trim() !== ''
    ? { is: given.trim() }
    : sentence(
        `is ${shown(given)}, but names a file`,
        'give the name of a picture beside gatehouse.yml, such as logo.svg',
      ),
)

/** `#rrggbb` or `#rgb`, in quotes: YAML treats the text after a `#` as a comment. */
export const colour = value((given): { readonly is: Rgb } | string => {
  const is = typeof given === 'string' ? parseColour(given) : undefined
  const wrong = `is ${shown(given)}, but colours are written in hexadecimal, so that their contrast can be checked`
  return is === undefined ? sentence(wrong, "write it like '#1f5f4a', with the quotes") : { is }
})

/** The radius of corners in pixels: 0 to 24. */
export const radius = value((given) =>
  typeof given === 'number' && given >= 0 && given <= 24
    ? { is: given }
    : sentence(
        `is ${shown(given)}, but the radius of corners is a number of pixels`,
        'give a number from 0 to 24, such as 12',
      ),
)

/** The fonts of the text, first choice first. They have to be on the visitor's device: none is downloaded. */
export const fonts = value((given): { readonly is: readonly string[] } | string => {
  const list: readonly unknown[] = Array.isArray(given) ? given : [given]
  const names = list.flatMap((one) =>
    typeof one === 'string' && /^[\p{L}\d][\p{L}\d -]{0,60}$/u.test(one) ? [one] : [],
  )
  const wrong = `is ${shown(given)}, but names fonts by letters, digits, blanks and hyphens`
  if (names.length !== list.length || names.length === 0 || names.length > 12) {
    return sentence(wrong, "give one to twelve names, such as ['Avenir Next', 'Segoe UI', 'sans-serif']")
  }
  return { is: names }
})

/** One of the given words. */
export function oneOf<const Word extends string>(words: readonly Word[]) {
  return value((given): { readonly is: Word } | string => {
    const is = words.find((word) => word === given)
    return is === undefined
      ? sentence(`is ${shown(given)}, which is not known`, `use one of ${words.join(', ')}`)
      : { is }
  })
}

const longestSaying = 160

/** A sentence or two for people: at most 160 characters. */
const saying = value((given) =>
  typeof given === 'string' && given.trim() !== '' && given.length <= longestSaying && !unseen.test(given)
    ? { is: given.trim() }
    : sentence(
        `is ${shown(given)}, but is shown as a sentence or two`,
        `give a text of 1 to ${longestSaying} characters without control characters`,
      ),
)

/** One text for all languages, or one for each. */
export function spokenText(languages: readonly string[]) {
  return value((given): { readonly is: SpokenText } | string => oneOrEach<string>(given, saying, languages, 'a text'))
}

/** True or false. */
export const yesOrNo = value((given) =>
  typeof given === 'boolean' ? { is: given } : sentence(`is ${shown(given)}`, 'write true or false'),
)

const isAddress = (given: unknown): given is string =>
  typeof given === 'string' &&
  given.length <= 500 &&
  URL.canParse(given) &&
  ['https:', 'mailto:'].includes(new URL(given).protocol) &&
  new URL(given).username === '' &&
  new URL(given).password === ''

/** An address that people may follow: https or mailto. Written out as the URL standard writes it. */
export const address = value((given) =>
  isAddress(given)
    ? { is: new URL(given).href }
    : sentence(
        `is ${shown(given)}, but a link of the pages must not run anything or be read on its way`,
        'give an address that begins with https:// or mailto:',
      ),
)

/** An address, or one for each language. */
export function linkAddress(languages: readonly string[]) {
  return value((given): { readonly is: LinkAddresses } | string =>
    oneOrEach<string>(given, address, languages, 'an address'),
  )
}

/** One value for all languages, or one for each language. */
function oneOrEach<Value>(
  given: unknown,
  shape: z.ZodType<Value>,
  languages: readonly string[],
  what: string,
): { readonly is: Value | Readonly<Record<string, Value>> } | string {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    const one = shape.safeParse(given)
    return one.success ? { is: one.data } : (one.error.issues[0]?.message ?? '')
  }
  const entries: [string, Value][] = []
  for (const [language, each] of Object.entries(given)) {
    if (!languages.includes(language)) {
      return sentence(`has the language "${language}", which there is none of`, `use one of ${languages.join(', ')}`)
    }
    const one = shape.safeParse(each)
    if (!one.success) return `for ${language} ${one.error.issues[0]?.message ?? ''}`
    entries.push([language, one.data])
  }
  if (entries.length === 0) return sentence('names no language', `give ${what}, or leave it out`)
  return { is: Object.fromEntries(entries) }
}

/** TABLE: the groups of nodes that are methods of signing in. */
export const methodGroups = [
  'password',
  'code',
  'passkey',
  'webauthn',
  'oidc',
  'saml',
  'totp',
  'lookup_secret',
] as const

/** The order of groups, each at most once. */
export const methodOrder = value((given): { readonly is: readonly string[] } | string => {
  const list: readonly unknown[] = Array.isArray(given) ? given : []
  const unknown = list.find((one) => !methodGroups.some((group) => group === one))
  const fix = `list some of ${methodGroups.join(', ')}, each once`
  if (unknown !== undefined) return sentence(`has ${shown(unknown)}, which is no method`, fix)
  if (list.length === 0 || new Set(list).size !== list.length) return sentence(`is ${shown(given)}`, fix)
  return {
    is: methodGroups.filter((group) => list.includes(group)).toSorted((a, b) => list.indexOf(a) - list.indexOf(b)),
  }
})
