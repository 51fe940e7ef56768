import { closestMatch } from 'leven'

/** The name that the operator most likely meant; undefined where none is near. `most`: how many letters may differ. */
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
