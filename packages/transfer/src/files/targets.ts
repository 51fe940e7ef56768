import { type AccountTarget, accountTargetNames } from '@gatehouse/contract/operators'
import { type SchemaField, labelOfField } from '@gatehouse/contract/identities'

/** TABLE: the targets of a column beside the traits, and their other names. */
const accountTargets = [
  { name: 'id', also: ['identity id'] },
  { name: 'schema_id', also: ['schema'] },
  { name: 'state', also: ['status'] },
  { name: 'external_id', also: ['external'] },
  { name: 'organization_id', also: ['organization'] },
  { name: 'metadata_public', also: ['public metadata'] },
  { name: 'metadata_admin', also: ['metadata for administrators', 'admin metadata'] },
  { name: 'password_hash', also: ['hashed password', 'hash'] },
  { name: 'password', also: [] },
  { name: 'verified', also: ['email verified', 'address verified'] },
] as const satisfies readonly { readonly name: AccountTarget; readonly also: readonly string[] }[]

/** Tells whether a name is a target of a column: none, a trait of the schema, or a field of the account. */
export function isTarget(name: string, fields: readonly SchemaField[]): boolean {
  return name === '' || accountTargetNames.some((one) => one === name) || fields.some((field) => field.name === name)
}

/** Guesses the target of each column by its name; the first column of a name counts. */
export function guessTargets(columns: readonly string[], fields: readonly SchemaField[]): readonly string[] {
  const known = new Map<string, string>()
  const knows = (words: string, target: string) => void (known.has(wordsOf(words)) || known.set(wordsOf(words), target))
  for (const { name, also } of accountTargets) for (const words of [name, ...also]) knows(words, name)
  for (const field of fields) {
    const path = field.name.split('.').slice(1)
    for (const words of [field.name, path.join('.'), labelOfField(field), path.toReversed().join(' ')]) {
      knows(words, field.name)
    }
  }
  for (const field of fields) knows(field.name.split('.').at(-1) ?? '', field.name)
  const taken = new Set<string>()
  return columns.map((column) => {
    const target = known.get(wordsOf(column)) ?? ''
    if (target === '' || taken.has(target)) return ''
    taken.add(target)
    return target
  })
}

/** Returns a name without differences of spelling. */
function wordsOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
