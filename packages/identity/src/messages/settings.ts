import type { Message } from '@gatehouse/contract/messages'

import { message } from './message.ts'

export const changesSaved = (): Message => message(1050001, 'Your changes are saved.')
export const sameAsOldPassword = (): Message =>
  message(4000039, 'This is your current password. Please choose a different one.')
