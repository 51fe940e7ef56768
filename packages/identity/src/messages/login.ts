import type { Channel } from '@gatehouse/contract/identities'
import type { Message } from '@gatehouse/contract/flows'

import { message } from './message.ts'

export const confirmLabel = (): Message => message(1010001, 'Sign in')
export const confirmItIsYou = (): Message => message(1010003, 'Please confirm that it is you before you continue.')
export const secondFactorNeeded = (): Message =>
  message(1010004, 'One more step: confirm it is you with your second step.')
export const loginCodeSent = (): Message =>
  message(1010014, 'We sent you a code. If nothing arrives, check the address you entered and ask for a new code.')
export const loginCodeSentToSignedIn = (): Message =>
  message(1010025, 'We sent you a code. If nothing arrives, look in the spam folder or ask for a new code.')
export const sendLoginCodeLabel = (): Message => message(1010015, 'Send me a sign-in code')
export const signInWithPasswordLabel = (): Message => message(1010022, 'Sign in with password')
export const sendCodeToLabel = (address: string, channel: Channel): Message =>
  message(1010023, `Send a code to ${address}`, { address, channel })

export const invalidCredentials = (): Message =>
  message(4000006, 'That did not match. Check your sign-in name and password for typing mistakes and try again.')
export const addressNotVerified = (): Message =>
  message(4000010, 'This account is not active yet. Please verify your address first.')
export const accountDisabledMessage = (): Message => message(4010011, 'This account is switched off.')
export const noCodeAccount = (): Message =>
  message(4000035, 'There is no account with this address that can sign in with a code.')
export const noSuchAccount = (): Message =>
  message(4000037, 'There is no account with this sign-in name, or it has no sign-in method yet.')
export const loginCodeInvalid = (): Message =>
  message(4010008, 'This sign-in code is wrong or was used before. Please check it and try again.')
export const addressUnknownForAccount = (): Message => message(4010010, 'This address does not belong to your account.')
