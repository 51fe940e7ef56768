import { nearest } from '@gatehouse/platform/http'
import type { z } from 'zod'

import { fileKeys } from './file-keys.ts'
import { isTree, unsupportedKeys, type ConfigTree } from './unsupported.ts'

/**
 * Positions of the file at which Ory Kratos' schema allows any key, so that it starts with unknown keys: `*` matches
 * one name, or an item of a list. Source: `embedx/config.schema.json`, objects that do not forbid additional
 * properties.
 */
const open: readonly string[] = [
  'clients',
  'clients.http',
  'identity.schemas.*',
  'security',
  'security.account_enumeration',
  'selfservice.methods.b2b.config.organizations.*',
  'selfservice.methods.code',
  'selfservice.methods.code.config',
  'selfservice.methods.link.config',
  'selfservice.methods.passkey.config.rp',
  'selfservice.methods.webauthn.config.rp',
  'session.whoami.tokenizer',
  'session.whoami.tokenizer.templates.*',
]
const openPaths = open.map((path) => path.split('.'))

function isOpen(path: readonly string[]): boolean {
  return openPaths.some(
    (names) => names.length === path.length && names.every((name, index) => name === '*' || name === path[index]),
  )
}

/** Suggests the key that was meant by one that neither this service nor Ory Kratos knows, if it can be found. */
export type Advice = (parent: readonly string[], key: string) => string

/** Removes the keys of a tree that `faults` call unknown and Ory Kratos tolerates. Returns a warning for each. */
export function removeUnknown(
  tree: ConfigTree,
  advice: Advice,
  faults: readonly z.core.$ZodIssue[],
): readonly string[] {
  const warnings: string[] = []
  for (const issue of faults) {
    const path = issue.path.map(String)
    if (issue.code !== 'unrecognized_keys' || !isOpen(path)) continue
    const parent = path.reduce<unknown>(
      (node, key) => (typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined),
      tree,
    )
    if (!isTree(parent)) continue
    for (const key of issue.keys) {
      Reflect.deleteProperty(parent, key)
      warnings.push(`${[...path, key].join('.')} is unknown, and ignored; ${advice(path, key)}`)
    }
  }
  return warnings
}

/**
 * The bounds of the search for suggestions, which takes a thousand times as long as reading: names, and their length.
 */
const most = { names: 100, characters: 64 }

/**
 * Creates the advice for one document: the key with a similar spelling, or the path to which a key of this name
 * belongs.
 */
export function createAdvice(): Advice {
  let left = most.names
  return (parent, key) => {
    const meant = key.length > most.characters || left <= 0 ? undefined : meantBy(parent, key)
    left -= 1
    return `check its spelling and place${meant === undefined ? '' : `: did you mean ${meant}?`}`
  }
}

/** Every key that a file may have, by the names above it: `#` is the index of a list item. */
const namesBelow: ReadonlyMap<string, ReadonlySet<string>> = namesByParent([
  ...fileKeys.map(({ path }) => path),
  ...unsupportedKeys.map(({ path }) => path.split('.').map((name) => (name === '*' ? '#' : name))),
])

function namesByParent(paths: readonly (readonly string[])[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const path of paths) {
    for (const [index, name] of path.entries()) {
      const above = path.slice(0, index).join('.')
      if (name !== '#') found.set(above, (found.get(above) ?? new Set()).add(name))
    }
  }
  return found
}

function meantBy(parent: readonly string[], key: string): string | undefined {
  const above = parent.map((name) => (/^\d+$/.test(name) ? '#' : name)).join('.')
  const beside = nearest(key, namesBelow.get(above) ?? [])
  if (beside !== undefined) return [...parent, beside].join('.')
  const [where, other] = [...namesBelow].filter(([, names]) => names.has(key)).map(([at]) => at)
  if (where === undefined || other !== undefined) return undefined
  return `${where.replaceAll('#', '*')}.${key}`.replace(/^\./, '')
}
