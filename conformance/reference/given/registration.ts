import { open, openNative } from '../../scenarios/given.ts'
import type { Given } from './given.ts'
import { account, kept, later, send, signedIn, signInNatively } from './steps.ts'

const profile = { method: 'profile', traits: { email: '{email}', name: { first: 'Ada', last: 'L' } } }

export const registrationGivens: Readonly<Record<string, Given>> = {
  'expired-registration-410': {
    before: {
      0: [open('registration', '?return_to={%pages}%2Fapp'), later(3_000)],
      4: [openNative('registration'), later(3_000)],
    },
  },
  'registration-already-logged-in': {
    before: { 0: [account, kept(open('registration')), ...signedIn.slice(1)], 3: signInNatively() },
    bind: { id1: 'keptFlow' },
  },
  'registration-code': { before: { 0: [open('registration'), send('registration', profile, 400)] } },
  'registration-duplicate-mitigated': { before: { 0: [account, open('registration', '?identity_schema=default')] } },
  'registration-duplicate': { before: { 0: [account, open('registration')] } },
  'registration-init-variants': { before: { 2: [open('registration')] } },
  'registration-legacy-continue-with': { before: { 0: [openNative('registration')] } },
  'registration-oauth2-challenge': { before: { 1: signedIn } },
  'registration-passkey': { before: { 0: [open('registration')] } },
  'registration-password-policy': { before: { 0: [open('registration')] } },
  'registration-profile-validation': { before: { 0: [open('registration')] } },
  'registration-screen-only': { before: { 0: [open('registration'), send('registration', profile, 400)] } },
  'registration-then-verification': { before: { 0: [open('registration')] } },
  'registration-two-step-form': { before: { 0: [open('registration')] } },
  'registration-unified-password': {
    before: { 3: [open('registration')], 4: [openNative('registration')] },
  },
}
