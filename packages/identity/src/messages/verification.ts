import { earlierAccessRemoved, proofWithoutSession } from '@gatehouse/contract/account'
import type { Message } from '@gatehouse/contract/flows'
import type { Channel } from '@gatehouse/contract/identities'

import { withRule } from './account-rule.ts'
import { message } from './message.ts'

export const verificationLinkSent = (): Message =>
  message(
    1080001,
    'If this address waits for verification, a link is on its way to it. If nothing arrives, check the spelling and use the address you signed up with.',
  )
export const addressVerified = (via: Channel): Message =>
  via === 'sms'
    ? message(1080005, 'Thank you, your phone number is verified.')
    : message(1080002, 'Thank you, your address is verified.')
/** As `addressVerified`, if the proof removed the account's earlier access. */
export const addressVerifiedAnew = (via: Channel): Message =>
  message(via === 'sms' ? 1080005 : 1080002, earlierAccessRemoved)
export const verificationCodeSent = (): Message =>
  message(
    1080003,
    'If this address waits for verification, a code is on its way to it. If nothing arrives, check the spelling and use the address you signed up with.',
  )
export const phoneVerificationCodeSent = (): Message =>
  message(
    1080004,
    'If this phone number waits for verification, a code is on its way to it. If nothing arrives, check the number and use the one you signed up with.',
  )
const withKeep = (said: Message): Message => ({ ...said, text: `${said.text} ${proofWithoutSession}` })
/** By the id of the message about a sent proof: the same message, with a warning of the removal by the proof. */
export const keepByAccount: Readonly<Record<number, () => Message>> = {
  1080001: () => withKeep(verificationLinkSent()),
  1080003: () => withKeep(verificationCodeSent()),
  1080004: () => withKeep(phoneVerificationCodeSent()),
}
export const verificationLinkInvalid = (): Message =>
  message(4070001, 'This verification link is not valid, or it was used before. Please ask for a new one.')
export const verificationAlreadyDone = (): Message =>
  message(4070002, 'This verification is already complete. Start again if you want to verify another address.')
export const verifyWhileSignedIn = (): Message =>
  withRule(
    'verify_while_signed_in',
    'This account already has a verified address. Please sign in to it, and verify this one from your settings.',
  )
export const verificationCodeInvalid = (): Message =>
  message(4070006, 'This verification code is wrong or was used before. Please check it and try again.')
