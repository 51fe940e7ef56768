import type { z } from 'zod'

import { isTree } from './unsupported.ts'
import type { ConfigTree } from './unsupported.ts'

/**
 * Places of the file where Ory Kratos' schema allows any key, so that it starts with keys that it does not know: `*`
 * stands for one name, or for an item of a list. Source: `embedx/config.schema.json`, objects that do not forbid
 * additional properties.
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

/** The tree without unknown keys that stop no Ory Kratos; each becomes a warning. `faultsOf` looks at a whole tree. */
export function withoutUnknown(
  known: { readonly tree: ConfigTree; readonly warnings: readonly string[] },
  faultsOf: (tree: ConfigTree) => readonly z.core.$ZodIssue[],
): { tree: ConfigTree; warnings: readonly string[] } {
  const tree = structuredClone(known.tree)
  const warnings = [...known.warnings]
  for (const issue of faultsOf(tree)) {
    const path = issue.path.map(String)
    if (issue.code !== 'unrecognized_keys' || !isOpen(path)) continue
    const parent = path.reduce<unknown>(
      (node, key) => (typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined),
      tree,
    )
    if (!isTree(parent)) continue
    for (const key of issue.keys) {
      Reflect.deleteProperty(parent, key)
      warnings.push(`${[...path, key].join('.')} is unknown, and ignored; check its spelling and place`)
    }
  }
  return { tree, warnings }
}
