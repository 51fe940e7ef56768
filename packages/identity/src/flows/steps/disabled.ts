import type { Refusal } from '../../http/answer.ts'
import type { Identity } from '../../identities/identity.ts'

/** Returns the refusal of an account that an administrator, or a hook, has made inactive. */
export function accountDisabledRefusal({ id }: Pick<Identity, 'id'>): Refusal {
  return {
    code: 401,
    reason: 'This account is switched off.',
    message: 'the account is disabled',
    details: { identity_id: id },
  }
}
