import type { IconName } from '@gatehouse/design/content'
import type { KeyPart } from '@gatehouse/i18n/translator'
import type { Say } from '../../text/text-source.ts'

/** TABLE: scopes that everybody knows. Texts: namespace `consent`, `scope.{name}` and `scope.{name}_about`. */
const known: Readonly<
  Record<string, { readonly text: Exclude<KeyPart<'consent', 'scope.', '_about'>, 'own'>; readonly icon: IconName }>
> = {
  openid: { text: 'openid', icon: 'user' },
  profile: { text: 'profile', icon: 'list' },
  email: { text: 'email', icon: 'mail' },
  phone: { text: 'phone', icon: 'phone' },
  address: { text: 'address', icon: 'globe' },
  offline_access: { text: 'offline', icon: 'link' },
  offline: { text: 'offline', icon: 'link' },
}

/** What a scope means in plain words. One of the application's own is named as it is: it is unknown here. */
export function scopeText(t: Say<'consent'>, scope: string): { readonly title: string; readonly about: string } {
  const row = Object.hasOwn(known, scope) ? known[scope] : undefined
  if (row === undefined) return { title: scope, about: t('scope.own_about') }
  return { title: t(`scope.${row.text}`), about: t(`scope.${row.text}_about`) }
}

/** The picture beside it. */
export function scopeIcon(scope: string): IconName {
  return (Object.hasOwn(known, scope) ? known[scope]?.icon : undefined) ?? 'key'
}
