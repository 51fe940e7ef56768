import type { Message } from '@gatehouse/contract/flows'

import { extensionKeyword, isPasskeyName, namesAccount, parseExtension, type TraitExtension } from './extension.ts'
import type { IdentitySchema } from './schema.ts'
import { identifierLabel, traitLabel } from '../messages/labels.ts'

interface IdentifierTrait {
  /** Dotted, from `traits`. */
  readonly name: string
  readonly title: string | undefined
  /** True if the schema names passkeys by this trait. */
  readonly isPasskeyName: boolean
}

/** Returns the label of the sign-in name: the trait's title if exactly one trait is a sign-in name and has one. */
export function loginIdentifierLabel(schema: IdentitySchema): Message {
  const [only, ...more] = identifierTraits(schema)
  return only?.title !== undefined && more.length === 0 ? traitLabel(only.name, only.title) : identifierLabel()
}

/** A cache: schemas do not change while the service runs, and every new form needs it. */
const known = new WeakMap<IdentitySchema, readonly IdentifierTrait[]>()

/** Returns the traits that a person can sign in with, in the schema's order. */
export function identifierTraits(schema: IdentitySchema): readonly IdentifierTrait[] {
  const traits = known.get(schema) ?? findIdentifierTraits(schema)
  known.set(schema, traits)
  return traits
}

function findIdentifierTraits(schema: IdentitySchema): readonly IdentifierTrait[] {
  return schema.fields.flatMap(({ name, title }) => {
    const extension = extensionAt(schema, name)
    if (!extension || !namesAccount(extension)) return []
    return [{ name, title, isPasskeyName: isPasskeyName(extension) }]
  })
}

function extensionAt(schema: IdentitySchema, name: string): TraitExtension | undefined {
  let node: unknown = schema.document
  for (const key of name.split('.')) node = member(member(node, 'properties'), key)
  const extension = member(node, extensionKeyword)
  return extension === undefined ? undefined : parseExtension(extension, name)
}

function member(node: unknown, key: string): unknown {
  return typeof node === 'object' && node !== null && Object.hasOwn(node, key)
    ? (node as Readonly<Record<string, unknown>>)[key]
    : undefined
}
