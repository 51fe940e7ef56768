import { keyImport } from './key-import.ts'

/** Security keys are found by the names that the account has from its traits. */
export const securityKeyImport = keyImport('webauthn', () => [])
