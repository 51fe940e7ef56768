import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Visitor, parseSync } from 'oxc-parser'

import type { Finding } from './finding.ts'
import { isTestFile } from './import-directions.ts'
import type { SourceModule } from './source-tree.ts'

const service = 'packages/identity/src/'

/** TABLE: strategies by the names that mean nothing else, and their own folders. `password`, `code` and `link` are words. */
const strategies: readonly { readonly names: readonly string[]; readonly folder: string }[] = [
  { names: ['totp'], folder: 'strategies/totp/' },
  { names: ['lookup_secret', 'lookupSecret'], folder: 'strategies/lookup-secret/' },
  { names: ['webauthn'], folder: 'strategies/webauthn/' },
  { names: ['passkey'], folder: 'strategies/passkey/' },
  { names: ['oidc'], folder: 'strategies/oidc/' },
  { names: ['identifier_first'], folder: 'strategies/identifier-first/' },
]

/** TABLE: files beside a strategy's own folder and tests that name one, and why. A new sign-in method touches the rows. */
const allowed: Readonly<Record<string, string>> = {
  'strategies/registry.ts': 'TABLE: the strategies',
  'identities/credential-kinds.ts': 'TABLE: the credentials that they keep',
  'configuration/config.ts': 'the settings of each method, by its name in kratos.yml',
  'configuration/file-selfservice.ts': 'as config.ts',
  'configuration/resolve.ts': 'as config.ts',
  'identities/extension.ts': 'what an identity schema says of each method',
}

/** How many files outside of its folder name a strategy, and those that have no reason to. */
export interface StrategyNames {
  readonly files: number
  readonly findings: readonly Finding[]
}

/**
 * Finds modules that name a sign-in method without being allowed to: adding one touches only its folder, its rows in
 * the tables, and texts.
 */
export function strategyNames(root: string, modules: readonly SourceModule[]): StrategyNames {
  const found = modules.flatMap(({ path }) => {
    if (!path.startsWith(service) || isTestFile(path) || path.endsWith('.fixture.ts')) return []
    const named = foreignNames(path.slice(service.length), readFileSync(join(root, path), 'utf8'))
    return named.length === 0 ? [] : [{ path, named }]
  })
  const paths = new Set(found.map(({ path }) => path.slice(service.length)))
  const findings = found.flatMap(({ path, named }): readonly Finding[] => {
    if (Object.hasOwn(allowed, path.slice(service.length))) return []
    const message = `names ${named.join(', ')}; give the strategy a capability, or its credential a fact (identities/credential-kinds.ts)`
    return [{ path, message }]
  })
  const present = new Set(modules.map(({ path }) => path))
  const unused = Object.keys(allowed)
    .filter((path) => present.has(service + path) && !paths.has(path))
    .map((path) => ({ path: service + path, message: 'names no strategy: take its row out of strategy-names.ts' }))
  return { files: found.length, findings: [...findings, ...unused] }
}

function foreignNames(path: string, text: string): readonly string[] {
  const foreign = strategies.filter(({ folder }) => !path.startsWith(folder)).flatMap(({ names }) => names)
  if (!foreign.some((name) => text.includes(name))) return []
  const written = new Set<string>()
  new Visitor({
    Identifier: ({ name }) => void written.add(name),
    Literal({ value }) {
      if (typeof value === 'string') written.add(value)
    },
  }).visit(parseSync(path, text).program)
  return foreign.filter((name) => written.has(name))
}
