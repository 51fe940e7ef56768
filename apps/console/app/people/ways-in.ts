import { oneOf } from '@gatehouse/i18n/translator'
import { type Say, useText } from '../text/texts.tsx'
import { useList } from '../text/use-list.ts'

const named = ['password', 'totp', 'lookup_secret', 'webauthn', 'passkey', 'oidc', 'saml', 'code'] as const

/** Names ways in as people do: `oidc:google` is Google. */
export function useWayNames(): (ways: readonly string[]) => string {
  const t = useText('console_people')
  const list = useList()
  return (ways) => list(ways.map((way) => nameOf(t, way)))
}

function nameOf(t: Say<'console_people'>, way: string): string {
  const [type = '', provider] = way.split(':')
  if (provider !== undefined) return provider.charAt(0).toUpperCase() + provider.slice(1)
  const known = oneOf(named, type)
  return known === undefined ? type : t(`way.${known}`)
}
