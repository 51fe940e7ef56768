/** The name that somebody most likely meant; undefined where none is near. */
export function nearest(wrong: string, known: Iterable<string>): string | undefined {
  const most = Math.min(wrong.length - 1, Math.max(2, Math.floor(wrong.length / 3)))
  let best: { readonly name: string; readonly steps: number } | undefined
  for (const name of known) {
    const steps = distance(wrong.toLowerCase(), name.toLowerCase())
    if (steps <= most && (best === undefined || steps < best.steps)) best = { name, steps }
  }
  return best?.name
}

/** How many letters have to be put in, left out or changed to get from one word to the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at]
    for (let beside = 1; beside <= other.length; beside += 1) {
      const changed = (row[beside - 1] ?? 0) + (one[at - 1] === other[beside - 1] ? 0 : 1)
      next.push(Math.min((row[beside] ?? 0) + 1, (next[beside - 1] ?? 0) + 1, changed))
    }
    row = next
  }
  return row[other.length] ?? 0
}
