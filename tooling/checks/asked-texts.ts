import { Visitor, parseSync } from 'oxc-parser'
import type { Finding } from './finding.ts'

/** Texts that a module asks for by `t('…')` and that no catalogue has. `keys` hold each key plain and as `namespace:key`. */
export function askedTexts(path: string, text: string, keys: ReadonlySet<string>): readonly Finding[] {
  const findings: Finding[] = []
  new Visitor({
    CallExpression({ callee, arguments: [first], start }) {
      if (callee.type !== 'Identifier' || callee.name !== 't' || first?.type !== 'Literal') return
      if (typeof first.value !== 'string' || keys.has(first.value)) return
      const line = text.slice(0, start).split('\n').length
      findings.push({ path, line, message: `asks for the text "${first.value}", which no catalogue has` })
    },
  }).visit(parseSync(path, text).program)
  return findings
}

/** Every key of the given catalogues under the names a program may call it by, plural forms under their common name. */
export function namesOfKeys(
  catalogues: Readonly<Record<string, Readonly<Record<string, string>>>>,
): ReadonlySet<string> {
  const names = Object.entries(catalogues).flatMap(([namespace, texts]) =>
    Object.keys(texts).flatMap((key) => {
      const plain = key.replace(/_(?:zero|one|two|few|many|other)$/, '')
      return [plain, `${namespace}:${plain}`]
    }),
  )
  return new Set(names)
}
