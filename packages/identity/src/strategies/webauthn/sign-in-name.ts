import type { Identity } from '../../identities/identity.ts'

/** Returns a sign-in name of the person, for forms that show the account; empty if there is none. */
export function signInNameOf({ credentials }: Identity): string {
  const { webauthn, password, code } = credentials
  return [webauthn, password, code].flatMap((one) => one?.identifiers ?? [])[0] ?? ''
}
