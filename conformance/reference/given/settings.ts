import { open, openNative } from '../../scenarios/given.ts'
import type { Given, GivenStep } from './given.ts'
import { account, kept, later, otherAccount, signedIn, signedInNatively, signIn, signInNatively } from './steps.ts'

const settingsOpen: readonly GivenStep[] = [...signedIn, open('settings')]

export const settingsGivens: Readonly<Record<string, Given>> = {
  'expired-settings-410': { before: { 0: [...settingsOpen, later(3_000)] } },
  'settings-init': {
    before: { 0: signedIn, 3: [otherAccount, ...signInNatively('{otherEmail}')] },
    variables: { otherEmail: 'user-2@example.org' },
  },
  'settings-lookup-secret': { before: { 0: settingsOpen } },
  'settings-no-session': {
    before: { 0: [account, ...signIn('settled'), kept(open('settings', '', 'settled'))] },
    bind: { id1: 'keptFlow' },
  },
  'settings-passkey': { before: { 0: settingsOpen } },
  'settings-password-api': { before: { 0: [...signedInNatively, nativeSettings()] } },
  'settings-password': { before: { 0: settingsOpen } },
  'settings-profile-change-email': { before: { 0: settingsOpen } },
  'settings-profile-form': {
    before: { 0: [...signedIn, open('settings', '?return_to={%pages}%2Fapp')], 1: [open('settings')] },
  },
  'settings-profile': { before: { 0: settingsOpen } },
  'settings-refresh-required': {
    before: {
      0: [...signedIn, later(2_000), open('settings')],
      1: [open('settings')],
      2: [open('settings')],
      3: [open('settings')],
      4: [...signInNatively(), later(2_000), nativeSettings()],
    },
    variables: { email: 'user-2@example.org' },
  },
  'settings-totp': { before: { 0: settingsOpen } },
  'settings-webauthn': { before: { 0: settingsOpen } },
}

function nativeSettings(): GivenStep {
  return { ...openNative('settings'), headers: { 'x-session-token': '{sessionToken}' } }
}
