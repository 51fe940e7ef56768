import type { ConfigTree } from '../../configuration/config-tree.ts'
import { mapperAddress, mapperText, mapperUrl } from '../../configuration/mapper-text.server.ts'
import type { KindOfProvider, ProviderField } from '../../configuration/provider-kinds.ts'
import type { SubmittedForm } from '../../form/fields.server.ts'

const secrets: readonly ProviderField[] = ['client_secret', 'apple_private_key']

type Typed = 'id' | 'scope' | 'mapper' | Exclude<ProviderField, 'client_secret' | 'apple_private_key'>

/** The fields that a refused form keeps. No secret is among them. */
export const typedFields = [
  'id',
  'label',
  'client_id',
  'issuer_url',
  'microsoft_tenant',
  'apple_team_id',
  'apple_private_key_id',
  'scope',
  'mapper',
] as const satisfies readonly Typed[]

/** The values of the form by field. */
export type ProviderValues = Readonly<Record<Typed, string>>

/** Returns a provider as the form shows it. */
export function providerValues(provider: ConfigTree): ProviderValues {
  const text = (key: string) => textOf(provider, key)
  return {
    id: text('id'),
    label: text('label'),
    client_id: text('client_id'),
    issuer_url: text('issuer_url'),
    microsoft_tenant: text('microsoft_tenant'),
    apple_team_id: text('apple_team_id'),
    apple_private_key_id: text('apple_private_key_id'),
    scope: Array.isArray(provider['scope']) ? provider['scope'].join(' ') : '',
    mapper: mapperText(text('mapper_url')),
  }
}

/** Returns the address of its mapper, if that is outside of the configuration. */
export function mapperAddressOf(provider: ConfigTree): string {
  return mapperAddress(textOf(provider, 'mapper_url'))
}

/** Returns the names of the stored secrets, which an empty field keeps. */
export function storedSecrets(provider: ConfigTree): readonly ProviderField[] {
  return secrets.filter((key) => provider[key] !== undefined)
}

/**
 * Returns the provider with the form's values. A setting without a field in this kind's form stays; so does a secret
 * that was not typed.
 */
export function providerOf(before: ConfigTree, kind: KindOfProvider, form: SubmittedForm): ConfigTree {
  const fields = fieldsOf(kind).filter((name) => !secrets.includes(name) || form.text(name) !== '')
  const scope = form
    .text('scope')
    .split(/[\s,]+/)
    .filter(Boolean)
  const changes = new Map<string, unknown>([
    ['id', form.text('id')],
    ['provider', kind.value],
    ...fields.map((name) => [name, form.text(name).replaceAll('\r\n', '\n')] as const),
    ['scope', scope.length > 0 ? scope : ''],
    ['mapper_url', mapperUrl(form.text('mapper'), textOf(before, 'mapper_url'))],
  ])
  const kept = Object.entries(before).filter(([key]) => !changes.has(key))
  return Object.fromEntries([...kept, ...changes].filter(([, value]) => value !== ''))
}

/** The fault of a field. `required`: it is empty. */
export type ProviderFault = 'id' | 'id_taken' | 'issuer_url' | 'client_id' | 'required'

/** The fields that cannot be right. The identity service checks the rest when it is saved. */
export function providerFaults(
  form: SubmittedForm,
  kind: KindOfProvider,
  { before, taken }: { readonly before: ConfigTree; readonly taken: readonly string[] },
): Readonly<Partial<Record<string, ProviderFault>>> {
  const id = form.text('id')
  const stored = storedSecrets(before)
  const faults = fieldsOf(kind).flatMap((name): readonly (readonly [string, ProviderFault])[] => {
    const value = form.text(name)
    if (name === 'issuer_url' && value !== '' && !URL.canParse(value)) return [[name, 'issuer_url']]
    const isNeeded = kind.asks.includes(name) && kind.optional?.includes(name) !== true && !stored.includes(name)
    if (value !== '' || !(isNeeded || name === 'client_id')) return []
    return [[name, name === 'client_id' || name === 'issuer_url' ? name : 'required']]
  })
  if (!/^[A-Za-z0-9][\w.~-]{0,63}$/.test(id) || id === 'new') faults.push(['id', 'id'])
  else if (taken.includes(id)) faults.push(['id', 'id_taken'])
  return Object.fromEntries(faults)
}

function fieldsOf({ asks, more = [] }: KindOfProvider): readonly ProviderField[] {
  return [...new Set<ProviderField>([...asks, 'label', ...more])]
}

function textOf(provider: ConfigTree, key: string): string {
  const value = provider[key]
  return typeof value === 'string' ? value : ''
}
