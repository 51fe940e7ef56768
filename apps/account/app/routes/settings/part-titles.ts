import type { PartGroup } from '../../flow-page/settings/parts.ts'

/** Groups with a title of their own. Texts: namespace `settings`, `{group}.title` and `{group}.intro`. */
export const titledGroups = [
  'profile',
  'password',
  'oidc',
  'totp',
  'lookup_secret',
  'webauthn',
  'passkey',
] as const satisfies readonly PartGroup[]
