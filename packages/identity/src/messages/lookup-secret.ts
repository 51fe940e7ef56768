import type { Message } from '@gatehouse/contract/flows'

import { message } from './message.ts'
import { generic } from './validation.ts'

export const backupCodeLabel = (): Message => message(1010007, 'Recovery code')
export const withBackupCodeLabel = (): Message => message(1010010, 'Use a recovery code')

export const revealCodesLabel = (): Message => message(1050007, 'Show the recovery codes')
export const newCodesLabel = (): Message => message(1050008, 'Create new recovery codes')
export const backupCode = (secret: string): Message => message(1050009, secret, { secret })
export const codeListLabel = (): Message =>
  message(
    1050010,
    'Keep these codes in a safe place. Each of them works once, when you cannot complete the second step otherwise.',
  )
export const confirmCodesLabel = (): Message => message(1050011, 'I have saved the recovery codes')
/** `usedAt` is in Unix milliseconds. */
export const usedBackupCode = (usedAt: number): Message => {
  const seconds = Math.floor(usedAt / 1000)
  const time = new Date(seconds * 1000).toISOString()
  return message(1050014, `Used at ${time}`, { used_at: time, used_at_unix: seconds })
}
export const codeList = (secrets: readonly Message[]): Message =>
  message(1050015, secrets.map(({ text }) => text).join(', '), { secrets })
export const disableCodesLabel = (): Message => message(1050016, 'Turn off the recovery codes')

export const backupCodeUsed = (): Message =>
  message(4000012, 'This recovery code was already used. Please use another one.')
export const noBackupCodes = (): Message => message(4000014, 'This account has no recovery codes.')
export const wrongBackupCode = (): Message => message(4000016, 'This is not one of your recovery codes.')
export const nothingToConfirm = (): Message =>
  generic('There are no new recovery codes to confirm. Please create new ones first.')
