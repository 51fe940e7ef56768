import { closestMatch } from 'leven'

/**
 * Returns the name that the operator most likely meant; undefined if none is near. `most`: the number of differing
 * letters.
 */
export function nearest(
  wrong: string,
  known: Iterable<string>,
  most = Math.max(2, Math.floor(wrong.length / 3)),
): string | undefined {
  const names = new Map(Array.from(known, (name) => [name.toLowerCase(), name]))
  const maxDistance = Math.min(wrong.length - 1, most)
  const found = closestMatch(wrong.toLowerCase(), [...names.keys()], { maxDistance })
  return found === undefined ? undefined : names.get(found)
}
