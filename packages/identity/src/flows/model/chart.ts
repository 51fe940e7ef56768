import type { Transition } from './transitions.ts'

/** Draws a transitions table as a Mermaid state diagram, for docs/flows. */
export function drawChart(transitions: readonly Transition[]): string {
  return [
    'stateDiagram-v2',
    ...startsOf(transitions).map((state) => `  [*] --> ${state}`),
    ...transitions.map(({ from, on, to }) => `  ${from} --> ${to}: ${on}`),
    '',
  ].join('\n')
}

/**
 * Returns the states in which flows start: the table's first, and the first of every part without an arrow from there.
 */
export function startsOf(transitions: readonly Transition[]): readonly string[] {
  const starts: string[] = []
  let reached: ReadonlySet<string> = new Set()
  for (const { from } of transitions) {
    if (reached.has(from)) continue
    starts.push(from)
    reached = reachableFrom(starts, transitions)
  }
  return starts
}

function reachableFrom(starts: readonly string[], transitions: readonly Transition[]): ReadonlySet<string> {
  const reached = new Set(starts)
  for (let size = 0; size !== reached.size;) {
    size = reached.size
    for (const { from, to } of transitions) if (reached.has(from)) reached.add(to)
  }
  return reached
}
