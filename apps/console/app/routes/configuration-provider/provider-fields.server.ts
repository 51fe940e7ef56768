import { type ConfigTree } from '../../configuration/config-tree.ts'
import type { SubmittedForm } from '../../form/fields.server.ts'

/** TABLE: the fields of the form and the keys of the configuration they stand for. */
const keys = {
  id: 'id',
  kind: 'provider',
  label: 'label',
  client_id: 'client_id',
  issuer_url: 'issuer_url',
  microsoft_tenant: 'microsoft_tenant',
  mapper_url: 'mapper_url',
} as const

/** The fields that a refused form keeps. The secret is not among them. */
export const typedFields: readonly string[] = [...Object.keys(keys), 'scope']

export type ProviderValues = Readonly<Record<keyof typeof keys | 'scope', string>>

/** A provider as the form shows it. */
export function providerValues(provider: ConfigTree): ProviderValues {
  const text = (key: string) => (typeof provider[key] === 'string' ? provider[key] : '')
  const scope = Array.isArray(provider['scope']) ? provider['scope'].join(' ') : ''
  return {
    id: text(keys.id),
    kind: text(keys.kind) || 'generic',
    label: text(keys.label),
    client_id: text(keys.client_id),
    issuer_url: text(keys.issuer_url),
    microsoft_tenant: text(keys.microsoft_tenant),
    mapper_url: text(keys.mapper_url),
    scope,
  }
}

/** The provider with what the form says. Keys that the form does not know stay; a secret that was not typed stays too. */
export function providerOf(before: ConfigTree, form: SubmittedForm): ConfigTree {
  const named = Object.entries(keys).map(([field, key]) => [key, form.text(field)] as const)
  const scope = form
    .text('scope')
    .split(/[\s,]+/)
    .filter(Boolean)
  const changes = new Map<string, unknown>([...named, ['scope', scope.length > 0 ? scope : '']])
  if (form.text('client_secret') !== '') changes.set('client_secret', form.text('client_secret'))
  const kept = Object.entries(before).filter(([key]) => !changes.has(key))
  return Object.fromEntries([...kept, ...changes].filter(([, value]) => value !== ''))
}

/** The fields that cannot be right. The identity service checks the rest when it is saved. */
export function providerFaults(form: SubmittedForm): readonly ('id' | 'client_id' | 'issuer_url')[] {
  const id = form.text('id')
  const issuer = form.text('issuer_url')
  return [
    ...(/^[A-Za-z0-9][\w.~-]{0,63}$/.test(id) && id !== 'new' ? [] : (['id'] as const)),
    ...(form.text('client_id') === '' ? (['client_id'] as const) : []),
    ...(issuer === '' || URL.canParse(issuer) ? [] : (['issuer_url'] as const)),
  ]
}
