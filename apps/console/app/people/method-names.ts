import { oneOf } from '@gatehouse/i18n/translator'
import { type Say, useText } from '../text/texts.tsx'
import { useList } from '../text/use-list.ts'

/** TABLE: the types of credentials that have a name among the texts. */
export const namedTypes = ['password', 'totp', 'lookup_secret', 'webauthn', 'passkey', 'oidc', 'saml', 'code'] as const

/** Returns a function that lists sign-in methods by name: `oidc:google` is Google. */
export function useMethodNames(): (methods: readonly string[]) => string {
  const t = useText('console_people')
  const list = useList()
  return (methods) => list(methods.map((method) => nameOf(t, method)))
}

function nameOf(t: Say<'console_people'>, method: string): string {
  const [type = '', provider] = method.split(':')
  if (provider !== undefined) return provider.charAt(0).toUpperCase() + provider.slice(1)
  const known = oneOf(namedTypes, type)
  return known === undefined ? type : t(`way.${known}`)
}
