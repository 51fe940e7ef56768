import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Visitor, parseSync } from 'oxc-parser'
import { baseOf } from './catalogues.ts'
import type { Texts } from './catalogues.ts'
import type { Finding } from './finding.ts'

/** What a program says that may be the key of a text. */
export interface KeyUses {
  /** Texts that stand in the program as they are. */
  readonly literals: ReadonlySet<string>
  /** Texts that are put together, as patterns. */
  readonly patterns: readonly RegExp[]
  /** Keys that are certainly asked for: `t('…')`. */
  readonly asked: readonly { readonly key: string; readonly path: string; readonly line: number }[]
}

/** Reads the given modules for everything that may name a text. */
export function readKeyUses(root: string, paths: readonly string[]): KeyUses {
  const literals = new Set<string>()
  const patterns = new Map<string, RegExp>()
  const asked: { key: string; path: string; line: number }[] = []
  for (const path of paths) {
    const text = readFileSync(join(root, path), 'utf8')
    new Visitor({
      Literal({ value }) {
        if (typeof value === 'string') literals.add(value)
      },
      TemplateLiteral({ quasis }) {
        const parts = quasis.map((quasi) => quasi.value.cooked ?? quasi.value.raw)
        if (parts.join('').length < 2) return
        const source = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')
        patterns.set(source, new RegExp(`^${source}$`))
      },
      CallExpression({ callee, arguments: [first], start }) {
        if (callee.type !== 'Identifier' || callee.name !== 't' || first?.type !== 'Literal') return
        if (typeof first.value !== 'string') return
        asked.push({ key: first.value, path, line: text.slice(0, start).split('\n').length })
      },
    }).visit(parseSync(path, text).program)
  }
  return { literals, patterns: [...patterns.values()], asked }
}

/** Keys nobody asks for, and keys that are asked for and do not exist. `namespaces` are those of the reference language. */
export function localeUses(namespaces: ReadonlyMap<string, Texts>, uses: KeyUses, folder: string): readonly Finding[] {
  const findings: Finding[] = []
  const existing = new Set<string>()
  for (const [namespace, texts] of namespaces) {
    for (const key of new Set(Object.keys(texts).map((one) => baseOf(one)))) {
      const names = [key, `${namespace}:${key}`]
      for (const name of names) existing.add(name)
      // The wire's messages are asked for by number.
      const isUsed =
        namespace === 'messages' ||
        names.some((name) => uses.literals.has(name) || uses.patterns.some((pattern) => pattern.test(name)))
      if (!isUsed) findings.push({ path: `${folder}/${namespace}.json`, message: `"${key}" is used nowhere` })
    }
  }
  for (const { key, path, line } of uses.asked) {
    if (!existing.has(key)) findings.push({ path, line, message: `asks for the text "${key}", which does not exist` })
  }
  return findings
}
