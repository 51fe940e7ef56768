import { labelled, type AttackRequest, type Encoding } from './attack-request.ts'
import { pathSpellings, type Spellings } from './spellings.ts'

/** Makes several requests of one; the request as it is comes first. */
export type Variation = (request: AttackRequest) => readonly AttackRequest[]

/**
 * Returns every combination of the variations: `varied(request, [inEveryEncoding, withField('identifier',
 * emailSpellings)])` tries each spelling in each encoding.
 */
export function varied(request: AttackRequest, variations: readonly Variation[]): readonly AttackRequest[] {
  return variations.reduce<readonly AttackRequest[]>((list, vary) => list.flatMap((one) => vary(one)), [request])
}

/** As a form, as JSON and as multipart. */
export const inEveryEncoding: Variation = (request) =>
  encodings.map((encoding) => labelled({ ...request, encoding }, `as ${encoding}`))

const encodings: readonly Encoding[] = ['form', 'json', 'multipart']

/** In every spelling of its path. */
export const inEveryPathSpelling: Variation = (request) => {
  const { pathname, origin, search } = new URL(request.url)
  return pathSpellings(pathname).map((path) => labelled({ ...request, url: `${origin}${path}${search}` }, path))
}

/** Varies one field's value by every spelling; adds the field if `value` is given and the request has none. */
export function withField(name: string, spellings: (value: string) => Spellings, value?: string): Variation {
  return (request) => {
    const fields = request.fields ?? []
    const given = fields.find(([one]) => one === name)?.[1] ?? value
    if (given === undefined) throw new TypeError(`the request has no field "${name}" and none was given`)
    const others = fields.filter(([one]) => one !== name)
    return spellings(given).map((spelling) =>
      labelled({ ...request, fields: [...others, [name, spelling]] }, `${name}=${JSON.stringify(spelling)}`),
    )
  }
}

/**
 * Repeats one field: the checked value and the used one must be the same. Alone, before and behind the other value, as
 * a list (`name[]`), and in the query.
 */
export function withDoubledField(name: string, other: string): Variation {
  return (request) => {
    const fields = request.fields ?? []
    const query = new URL(request.url)
    query.searchParams.append(name, other)
    return [
      labelled(request, `${name} once`),
      labelled({ ...request, fields: [[name, other], ...fields] }, `${name}=${other} before`),
      labelled({ ...request, fields: [...fields, [name, other]] }, `${name}=${other} behind`),
      labelled({ ...request, fields: [...fields, [`${name}[]`, other]] }, `${name}[]=${other}`),
      labelled({ ...request, url: query.href }, `${name}=${other} in the query`),
    ]
  }
}
