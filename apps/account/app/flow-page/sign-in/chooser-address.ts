/** The query parameter that names an account of the list by its number, from 0; anything else means another one. */
export const accountParameter = 'account'

/** The field of a form that takes an account, by its id, off the list. Never reaches the service. */
export const forgetField = 'forget_account'

/** The field of a form that brings the account that was removed last back. Never reaches the service. */
export const restoreField = 'restore_account'

/** The query parameter of the page that follows a removal. */
export const removedParameter = 'removed'

/** Returns the address of the same sign-in for an account of the list, or for `other`. `here`: the form's address. */
export function forAccount(here: string, index: number | 'other'): string {
  return `${here}&${new URLSearchParams({ [accountParameter]: String(index) })}`
}
