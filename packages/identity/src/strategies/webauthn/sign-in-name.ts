import type { Identity } from '../../identities/identity.ts'

/** A word the person signs in with, for forms that show who is meant; empty where there is none. */
export function signInNameOf({ credentials }: Identity): string {
  const { webauthn, password, code } = credentials
  return [webauthn, password, code].flatMap((one) => one?.identifiers ?? [])[0] ?? ''
}
