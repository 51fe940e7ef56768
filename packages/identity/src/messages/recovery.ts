import type { Message } from '@gatehouse/contract/flows'

import { message } from './message.ts'

/** Shown on the settings page after a recovery. `until` is the end of the privileged window in Unix milliseconds. */
export const recovered = (until: number): Message => {
  const at = new Date(until).toISOString()
  return message(
    1060001,
    'Your account is recovered. Please set a new password or another sign-in method within the next minutes.',
    {
      privilegedSessionExpiresAt: at,
      privileged_session_expires_at: at,
      privileged_session_expires_at_unix: Math.floor(until / 1000),
    },
  )
}
export const recoveryLinkSent = (): Message =>
  message(
    1060002,
    'If this address belongs to an account, a link is on its way to it. If nothing arrives, check the spelling and use the address you signed up with.',
  )
export const recoveryCodeSent = (): Message =>
  message(
    1060003,
    'If this address belongs to an account, a code is on its way to it. If nothing arrives, check the spelling and use the address you signed up with.',
  )
export const recoveryCodeSentTo = (maskedAddress: string): Message =>
  message(
    1060004,
    `If the address belongs to an account, a code is on its way to ${maskedAddress}. If nothing arrives, check the spelling.`,
    { masked_address: maskedAddress },
  )
export const typeFullAddress = (): Message =>
  message(1060005, 'To protect your account, please type the whole address the code should go to.')
export const chooseRecoveryAddress = (): Message => message(1060006, 'Where should we send the code?')
export const recoveryBackLabel = (): Message => message(1060007, 'Back')

export const recoveryAlreadyDone = (): Message =>
  message(4060001, 'This account recovery is already complete. Start again if you still cannot sign in.')
export const recoveryLinkInvalid = (): Message =>
  message(4060004, 'This link to recover an account is not valid, or it was used before. Please ask for a new one.')
export const recoveryCodeInvalid = (): Message =>
  message(4060006, 'This code to recover an account is wrong or was used before. Please check it and try again.')
