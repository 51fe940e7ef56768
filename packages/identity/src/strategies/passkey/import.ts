import { keyImport } from '../webauthn/key-import.ts'
import { identifierOfHandle } from './handle.ts'

/** Passkeys are found by the name under which authenticators keep the account. */
export const passkeyImport = keyImport('passkey', (handle) => {
  if (handle !== undefined) return [identifierOfHandle(handle)]
  return { refused: 'Passkeys need their user_handle: authenticators find them by it.' }
})
