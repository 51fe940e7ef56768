import type { Message } from '@gatehouse/contract/flows'

import { marked, withRule } from './account-rule.ts'
import { message } from './message.ts'

export const changesSaved = (): Message => message(1050001, 'Your changes are saved.')
export const sameAsOldPassword = (): Message =>
  message(4000039, 'This is your current password. Please choose a different one.')
/** As `changesSaved`, if a new address counts only once it is proved. */
export const addressWaits = (): Message =>
  marked(
    'address_waits',
    message(1050001, 'Your new address takes effect once you verify it. Until then, your current one stays in use.'),
  )
/** The label of an address that waits for its proof. */
export const addressWaitsLabel = (): Message =>
  marked('address_waits', message(1070000, 'New address, not verified yet'))
/** The button that discards such a change. */
export const discardAddressLabel = (): Message => marked('discard_address', message(1070000, 'Discard'))
/** A button was pressed for an address that no longer waits. */
export const addressNotWaiting = (): Message =>
  withRule('address_not_waiting', 'This address is no longer waiting to be verified. Enter it again to use it.')
