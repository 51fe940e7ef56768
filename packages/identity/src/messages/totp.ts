import type { Message } from '@gatehouse/contract/flows'

import { message } from './message.ts'
import { generic } from './validation.ts'

export const totpCodeLabel = (): Message => message(1010006, 'Code from your authenticator app')
export const withTotpLabel = (): Message => message(1010009, 'Use the authenticator app')

export const removeTotpLabel = (): Message => message(1050004, 'Remove the authenticator app')
export const totpQrLabel = (): Message => message(1050005, 'QR code for your authenticator app')
/** `secret` in base32, to be typed if the picture cannot be scanned. */
export const totpSecret = (secret: string): Message => message(1050006, secret, { secret })
export const totpSecretLabel = (): Message =>
  message(1050017, 'Type this key into your authenticator app if you cannot scan the picture.')
export const verifyTotpLabel = (): Message => message(1070006, 'Code from the app, to check that it works')

export const wrongTotpCode = (): Message =>
  message(4000008, 'This code is not right, or it was used before. Please enter the one that your app shows now.')
export const noTotp = (): Message => message(4000011, 'This account has no authenticator app.')
export const totpKnownAlready = (): Message =>
  generic('An authenticator app is set up already. Remove it first to set up another one.')
