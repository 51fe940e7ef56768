import type { KeyPart } from '@gatehouse/i18n/translator'
import type { ConfigTree } from '../../configuration/config-tree.ts'
import type { SubmittedForm } from '../../form/fields.server.ts'

/** TABLE: the fields of the form, which are the keys of the configuration. The secret is not among them. */
const names = ['label', 'issuer_url', 'client_id', 'mapper_url'] as const

/** The fields that a refused form keeps. */
export const keptFields: readonly string[] = [...names, 'scope']

export type ConnectionValues = Readonly<Record<(typeof names)[number] | 'scope', string>>

/** A connection as the form shows it. */
export function connectionValues(provider: ConfigTree): ConnectionValues {
  const text = (key: string) => (typeof provider[key] === 'string' ? provider[key] : '')
  const scope = Array.isArray(provider['scope']) ? provider['scope'].join(' ') : 'email profile'
  return {
    label: text('label'),
    issuer_url: text('issuer_url'),
    client_id: text('client_id'),
    mapper_url: text('mapper_url'),
    scope,
  }
}

/** Returns the connection with the form's values. Keys without a field stay; a secret that was not typed stays too. */
export function connectionOf(
  before: ConfigTree,
  form: SubmittedForm,
  own: { readonly id: string; readonly organizationId: string },
): ConfigTree {
  const scope = form
    .text('scope')
    .split(/[\s,]+/)
    .filter(Boolean)
  const secret = form.text('client_secret')
  const changes = new Map<string, unknown>([
    ['id', own.id],
    ['provider', before['provider'] ?? 'generic'],
    ['organization_id', own.organizationId],
    ...names.map((name) => [name, form.text(name)] as const),
    ['scope', scope],
    ...(secret === '' ? [] : [['client_secret', secret] as const]),
  ])
  const kept = Object.entries(before).filter(([key]) => !changes.has(key))
  return Object.fromEntries([...kept, ...changes].filter(([, value]) => value !== ''))
}

/** The fields that cannot be right. The identity service checks the rest when it is saved. */
export function connectionFaults(
  form: SubmittedForm,
  before: ConfigTree,
): readonly KeyPart<'console_organizations', 'fault.'>[] {
  const knowsIssuer = typeof before['provider'] === 'string' && before['provider'] !== 'generic'
  const issuer = form.text('issuer_url')
  const isIssuer = issuer === '' ? knowsIssuer : /^https?:$/.test(URL.parse(issuer)?.protocol ?? '')
  const hasSecret = form.text('client_secret') !== '' || before['client_secret'] !== undefined
  return [
    ...(isIssuer ? [] : ['issuer_url' as const]),
    ...(form.text('client_id') === '' ? ['client_id' as const] : []),
    ...(hasSecret ? [] : ['client_secret' as const]),
  ]
}
