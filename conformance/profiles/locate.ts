import type { Place } from './place.ts'

type Tree = Readonly<Record<string, unknown>>

/** Fills in where hooks go to, and where the files are that hooks and tokens are made with. */
export function withPlaces(tree: Tree, place: Place): Tree {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]) => {
      // Without the engine for programs a hook sends what is built in.
      if (key === 'body' && place.withoutMappers === true) return []
      return [[key, locate(key, value, place)] as const]
    }),
  )
}

function locate(key: string, value: unknown, place: Place): unknown {
  if (Array.isArray(value)) return value.map((one) => locate(key, one, place))
  if (typeof value === 'object' && value !== null) return withPlaces({ ...value }, place)
  if (typeof value !== 'string') return value
  if (key === 'body' || key === 'jwks_url') return `file://${place.folder}/${value}`
  return value.replace('{hooks}', place.hooks ?? '')
}
