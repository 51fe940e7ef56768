import { settingsForm, token } from '../scenarios/rows.ts'
import type { StepDifference } from './difference.ts'

const engine = 'kratos'
const announced = 'Verification of an address that is not verified is announced after every save.'
const verification = (address: string) => ({ action: 'show_verification_ui', flow: { verifiable_address: address } })
const redirect = (to: string) => ({ action: 'redirect_browser_to', redirect_browser_to: to })

/** Settings in Ory Kratos 1.3.1. */
export const kratosSettings: readonly StepDifference[] = [
  {
    engine,
    scenario: 'settings: without a session there are no settings',
    step: 'over AJAX',
    expect: { error: { beside: { CredentialsMissing: '(absent)' } } },
    reason: 'The refusal has nothing beside `error`.',
  },
  {
    engine,
    scenario: 'settings: the profile is saved over AJAX, and a mistake afterwards is named',
    step: 'another name',
    expect: {
      flow: { also: { continue_with: [verification('{email}'), redirect('{pages}/settings?flow={flow}')] } },
    },
    reason: announced,
  },
  {
    engine,
    scenario: 'settings: the profile is saved over AJAX, and a mistake afterwards is named',
    step: 'no address',
    expect: { flow: { messages: [] } },
    reason: 'A mistake clears the message that something was saved.',
  },
  {
    engine,
    scenario: 'settings: the configured page after saving is used',
    step: 'another name',
    expect: { flow: { also: { continue_with: [verification('{email}'), redirect('{pages}/after-settings')] } } },
    reason: announced,
  },
  {
    engine,
    scenario: 'settings: an app saves the profile',
    step: 'another name',
    expect: { flow: { also: { continue_with: [verification('{email}')] } } },
    reason: announced,
  },
  {
    engine,
    scenario: 'settings: another address has to be verified again',
    step: 'another address',
    expect: {
      flow: { also: { continue_with: [verification('{otherEmail}'), redirect('{pages}/settings?flow={flow}')] } },
    },
    reason: announced,
  },
  {
    engine,
    scenario: 'settings: a password is refused where it is no good, and changed where it is',
    step: 'the same as before',
    expect: {
      status: 200,
      cookies: ['session'],
      flow: {
        state: 'success',
        messages: ['success 1050001'],
        nodes: settingsForm(token, '{email}', '=Ada', '=Lovelace'),
      },
    },
    reason: 'The new password may equal the old one.',
  },
  {
    engine,
    scenario: 'settings: after a while a change by form, of the address or by an app is put off too, a name is not',
    step: 'the name over AJAX',
    expect: { cookies: ['session', 'continuity', 'continuity'] },
    reason: 'Setting its cookie again forgets an earlier postponed change.',
  },
]
