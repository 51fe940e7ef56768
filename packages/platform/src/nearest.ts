import { closestMatch } from 'leven'

/** The name that the operator most likely meant; undefined where none is near. */
export function nearest(wrong: string, known: Iterable<string>): string | undefined {
  const names = new Map(Array.from(known, (name) => [name.toLowerCase(), name]))
  const maxDistance = Math.min(wrong.length - 1, Math.max(2, Math.floor(wrong.length / 3)))
  const found = closestMatch(wrong.toLowerCase(), [...names.keys()], { maxDistance })
  return found === undefined ? undefined : names.get(found)
}
