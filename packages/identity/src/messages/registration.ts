import type { Message } from '@gatehouse/contract/flows'

import { message } from './message.ts'

export const signUpLabel = (): Message => message(1040001, 'Sign up')
export const registrationCodeSent = (): Message =>
  message(1040005, 'We sent a code to your address. If nothing arrives, check the address and ask for a new code.')
export const sendSignUpCodeLabel = (): Message => message(1040006, 'Send me a sign-up code')
export const backLabel = (): Message => message(1040008, 'Back')
export const chooseCredential = (): Message => message(1040009, 'Choose how you want to sign in from now on.')

export const duplicateCredentials = (): Message =>
  message(4000007, 'There is already an account with these details. Try to sign in instead.')
/** With `login_hints`: the methods of the existing account. `identifier` is the typed one. */
export const duplicateWithHints = (
  identifier: string,
  types: readonly string[],
  providers: readonly string[],
): Message =>
  message(4000028, `You already have an account with ${identifier}. Sign in with ${listed(types)} instead.`, {
    available_credential_types: types,
    available_oidc_providers: providers,
    credential_identifier_hint: identifier,
  })
export const noIdentifierFound = (): Message =>
  message(4000009, 'Nothing you entered can be used to sign in later. Please enter an email address or a user name.')
export const traitsChanged = (): Message =>
  message(4000036, 'Your details changed after the code was sent. Please ask for a new code.')
export const registrationCodeInvalid = (): Message =>
  message(4040003, 'This sign-up code is wrong or was used before. Please check it and try again.')

function listed(types: readonly string[]): string {
  return types.length === 0 ? 'it' : types.map((type) => type.replaceAll('_', ' ')).join(' or ')
}
