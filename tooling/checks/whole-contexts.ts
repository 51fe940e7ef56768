import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Visitor, parseSync } from 'oxc-parser'

import type { Finding } from './finding.ts'
import type { SourceModule } from './source-tree.ts'

/** TABLE: everything that parts of the identity service share, and the files that may take all of it, with the reason. */
const contexts: ReadonlySet<string> = new Set(['FlowContext', 'OidcContext'])
const wholeAllowed: Readonly<Record<string, string>> = {
  'packages/identity/src/self-service.ts': 'builds it',
}

/** How often a part of a context was taken, and the positions of whole ones. */
export interface ContextUse {
  readonly parts: number
  readonly findings: readonly Finding[]
}

/**
 * Finds functions of the identity service that take a whole context: they must name the parts that they use:
 * `Pick<FlowContext, 'config'>`, or a row of `flows/needs.ts`.
 */
export function wholeContexts(root: string, modules: readonly SourceModule[]): ContextUse {
  let parts = 0
  const findings: Finding[] = []
  for (const { path } of modules) {
    if (!path.startsWith('packages/identity/src/')) continue
    const text = readFileSync(join(root, path), 'utf8')
    if (![...contexts].some((name) => text.includes(name))) continue
    const { whole, picked } = usesIn(path, text)
    parts += picked
    if (Object.hasOwn(wholeAllowed, path)) continue
    for (const { name, start } of whole) {
      const line = text.slice(0, start).split('\n').length
      const message = `takes the whole ${name}; name what it uses: Pick<${name}, …>, or a row of flows/needs.ts`
      findings.push({ path, line, message })
    }
  }
  return { parts, findings }
}

interface Use {
  readonly name: string
  readonly start: number
}

function usesIn(path: string, text: string): { readonly whole: readonly Use[]; readonly picked: number } {
  const uses: Use[] = []
  // The positions at which `Pick<X, …>` and `X['key']` name X.
  const partial = new Set<number>()
  new Visitor({
    TSTypeReference({ typeName, typeArguments, start }) {
      if (typeName.type !== 'Identifier') return
      if (contexts.has(typeName.name)) uses.push({ name: typeName.name, start })
      const [first] = typeArguments?.params ?? []
      if (typeName.name === 'Pick' && first) partial.add(first.start)
    },
    TSIndexedAccessType({ objectType }) {
      partial.add(objectType.start)
    },
  }).visit(parseSync(path, text).program)
  const whole = uses.filter(({ start }) => !partial.has(start))
  return { whole, picked: uses.length - whole.length }
}
