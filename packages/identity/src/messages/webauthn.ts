import type { Message } from '@gatehouse/contract/flows'

import { message } from './message.ts'
import { generic } from './validation.ts'

export const withKeyLabel = (): Message => message(1010008, 'Use a security key')
export const prepareKey = (): Message => message(1010012, 'Have your security key ready, then continue.')
export const continueWithKeyLabel = (): Message => message(1010013, 'Continue')
export const signInWithPasskeyLabel = (): Message => message(1010021, 'Sign in with a passkey')

export const signUpWithKeyLabel = (): Message => message(1040004, 'Sign up with a security key')
export const signUpWithPasskeyLabel = (): Message => message(1040007, 'Sign up with a passkey')

export const addKeyLabel = (): Message => message(1050012, 'Add a security key')
export const keyNameLabel = (): Message => message(1050013, 'Name of this security key')
export const addPasskeyLabel = (): Message => message(1050019, 'Add a passkey')
/** `addedAt` is in Unix milliseconds. */
export const removeKeyLabel = (name: string, addedAt: number): Message =>
  message(1050018, `Remove the security key “${name}”`, keyContext(name, addedAt))
/** `addedAt` is in Unix milliseconds. */
export const removePasskeyLabel = (name: string, addedAt: number): Message =>
  message(1050020, `Remove the passkey “${name}”`, keyContext(name, addedAt))

export const noKey = (): Message => message(4000013, 'This account has no security key.')
export const unknownKey = (): Message =>
  message(4000015, 'There is no account for this, or the account does not know this key.')
export const unreadableKeyAnswer = (): Message => generic('The answer of your security key or passkey cannot be read.')
export const keyNotProved = (): Message =>
  message(4000043, 'Your security key or passkey could not be checked. Please try again.')
export const keyKnownAlready = (): Message => generic('This security key or passkey is set up already.')
export const noSuchKey = (): Message => generic('There is no such security key or passkey to remove.')

function keyContext(displayName: string, addedAt: number) {
  const seconds = Math.floor(addedAt / 1000)
  return { display_name: displayName, added_at: new Date(seconds * 1000).toISOString(), added_at_unix: seconds }
}
