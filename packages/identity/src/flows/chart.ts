import type { Transition } from './transitions.ts'

/** A transitions table as a Mermaid state diagram, for docs/flows. The first row's state is where flows start. */
export function drawChart(transitions: readonly Transition[]): string {
  const start = transitions[0]?.from
  return [
    'stateDiagram-v2',
    ...(start === undefined ? [] : [`  [*] --> ${start}`]),
    ...transitions.map(({ from, on, to }) => `  ${from} --> ${to}: ${on}`),
    '',
  ].join('\n')
}
