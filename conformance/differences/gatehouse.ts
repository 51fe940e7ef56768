import type { StepDifference } from './difference.ts'

const engines = ['embedded', 'serve'] as const

/** What our own service answers otherwise on purpose, embedded and alone alike. */
export const gatehouseDifferences: readonly StepDifference[] = engines.flatMap((engine) => [
  {
    engine,
    scenario: 'recovery: a forged link leads to a new flow, whatever is accepted',
    step: 'a forged link',
    expect: { location: '{pages}/recovery?flow={flow}', cookies: [] },
    reason: 'Only a navigation opens a link from a mail: previews and scripts leave it and its flow as they were.',
  },
  {
    engine,
    scenario: 'recovery: a forged link leads to a new flow, whatever is accepted',
    step: 'a forged link: the new flow says so',
    expect: { flow: { messages: [] } },
    reason: 'Only a navigation opens a link from a mail: previews and scripts leave it and its flow as they were.',
  },
])
