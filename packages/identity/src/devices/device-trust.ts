import { typesWith } from '../identities/credential-kinds.ts'
import type { Identity } from '../identities/identity.ts'

/** First and second factors: after a change, no old one may suffice. */
const sensitive = typesWith('endsTrust')

/** True if a change of the password or the factors ends the trust in remembered devices. */
export function endsTrust(before: Identity, after: Identity): boolean {
  return essence(before) !== essence(after)
}

/** Returns the credentials without the times of their changes. */
function essence({ credentials }: Identity): string {
  return JSON.stringify(
    sensitive.map((type) => {
      const credential = credentials[type]
      return credential && [credential.identifiers, credential.config]
    }),
  )
}
