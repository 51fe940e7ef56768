import { open, openNative, submit } from '../../scenarios/given.ts'
import type { Given, GivenStep } from './given.ts'
import { account, kept, later, send, signedIn } from './steps.ts'

const code: GivenStep = { title: 'the code comes by mail', mailTo: '{email}' }
const askForCode = send('recovery', { method: 'code', email: '{email}' }, 200)

export const recoveryGivens: Readonly<Record<string, Given>> = {
  'admin-recovery-code': { before: { 0: [account] }, bind: { id1: 'account' } },
  'admin-recovery-link-disabled': { before: { 0: [account] } },
  'admin-recovery-link': { before: { 0: [account] } },
  'expired-recovery-transitions-off': {
    before: { 0: [openNative('recovery'), later(3_000)], 1: [open('recovery'), later(3_000)] },
  },
  'recovery-code-api': { before: { 0: [account] } },
  'recovery-code-continue-with': { before: { 0: [account, open('recovery'), askForCode] } },
  'recovery-code-form': { before: { 0: [account, open('recovery')] } },
  'recovery-code-unknown-address': { before: { 0: [open('recovery')], 1: [open('recovery')] } },
  'recovery-code': { before: { 0: [account] } },
  'recovery-flow-reuse': {
    before: {
      0: [
        account,
        kept(open('recovery')),
        askForCode,
        code,
        {
          title: 'the code is used',
          ...submit('recovery'),
          body: { method: 'code', code: '{code}' },
          expect: { status: 422, cookies: 'any', error: { id: 'browser_location_change_required' } },
        },
      ],
    },
    bind: { id1: 'keptFlow' },
  },
  'recovery-init-variants': {
    before: { 2: [kept(open('recovery', '', 'other'))], 3: [open('recovery')], 4: signedIn },
  },
  'recovery-link-api': { before: { 0: [account] } },
  'recovery-link': { before: { 0: [account] } },
  'recovery-v2-api': { before: { 0: [account] } },
  'recovery-v2-single-address': { before: { 0: [account] } },
}
