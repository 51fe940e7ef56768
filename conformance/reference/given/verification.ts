import { open, openNative } from '../../scenarios/given.ts'
import type { Given } from './given.ts'
import { account, later } from './steps.ts'

export const verificationGivens: Readonly<Record<string, Given>> = {
  'expired-verification-410': {
    before: {
      0: [open('verification', '?return_to={%pages}%2Fapp'), later(3_000)],
      4: [openNative('verification'), later(3_000)],
    },
  },
  'verification-api': { before: { 0: [account], 3: [openNative('verification')] } },
  'verification-code': { before: { 0: [account] } },
  'verification-form': { before: { 0: [account, open('verification')] } },
  'verification-init-variants': { before: { 2: [open('verification')] } },
  'verification-link': { before: { 0: [account] } },
  'verification-sms': { before: { 0: [open('verification')] } },
}
