import type * as server from '@simplewebauthn/server'
import type * as serverHelpers from '@simplewebauthn/server/helpers'

/** The library that checks the answers of authenticators. */
export type WebAuthnLibrary = typeof server & {
  readonly helpers: typeof serverHelpers
}

/**
 * Loads the library when the first key is used: with the formats of certificates it is three hundred modules, a quarter
 * of the service, and most starts need none of them.
 */
export async function loadWebAuthn(): Promise<WebAuthnLibrary> {
  const [library, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ])
  return { ...library, helpers }
}
