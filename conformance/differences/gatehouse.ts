import { currentPassword, emailField, identifier, profileForm, sendLoginCode, token } from '../scenarios/rows.ts'
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
  {
    engine,
    scenario: 'login: a session is confirmed with the password',
    step: 'the visitor opens the login flow?refresh=true',
    expect: {
      flow: {
        nodes: [
          token,
          identifier('{email}'),
          sendLoginCode,
          currentPassword,
          'password submit method=password label 1010001',
        ],
      },
    },
    reason: 'Somebody who confirms need not type the address again, also where a code could be sent instead.',
  },
  {
    engine,
    scenario: 'registration: an address that is taken',
    step: 'over AJAX',
    expect: { flow: { nodes: profileForm().map((row) => (row === emailField() ? emailField('={email}') : row)) } },
    reason: 'What was typed stays in the form, as after every other refusal.',
  },
])
