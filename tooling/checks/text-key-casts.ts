import { type CallExpression, Visitor, parseSync } from 'oxc-parser'
import type { Finding } from './finding.ts'

/** Types of `packages/i18n/src/text-keys.ts`, which accept nothing but keys that have a text. */
const keyTypes: ReadonlySet<string> = new Set(['TextKey', 'QualifiedKey', 'KeyPart'])

interface Stretch {
  readonly start: number
  readonly end: number
}

const isWithin = (inner: Stretch, outer: Stretch) => inner.start >= outer.start && inner.end <= outer.end

/**
 * Finds casts by which a program could ask for a text that no catalogue has: to the type of a key, by any way of naming
 * it, and of the argument of a call of `t`. A value from outside becomes part of a key by `oneOf`.
 */
export function textKeyCasts(path: string, text: string): readonly Finding[] {
  const casts: (Stretch & { readonly type: Stretch })[] = []
  const named: Stretch[] = []
  const keys: Stretch[] = []
  const aliases: { readonly name: string; readonly type: Stretch }[] = []
  const references: (Stretch & { readonly name: string })[] = []
  const sayers = new Set(['t'])
  const calls: CallExpression[] = []
  new Visitor({
    TSAsExpression: ({ start, end, typeAnnotation }) => void casts.push({ start, end, type: typeAnnotation }),
    TSTypeAssertion: ({ start, end, typeAnnotation }) => void casts.push({ start, end, type: typeAnnotation }),
    TSTypeAliasDeclaration: ({ id, typeAnnotation }) => void aliases.push({ name: id.name, type: typeAnnotation }),
    TSTypeReference({ typeName, start, end }) {
      if (typeName.type !== 'Identifier') return
      references.push({ name: typeName.name, start, end })
      if (keyTypes.has(typeName.name)) named.push({ start, end })
    },
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return
      if (init.callee.name === 'useText') sayers.add(id.name)
    },
    CallExpression: (call) => void calls.push(call),
  }).visit(parseSync(path, text).program)
  for (const { callee, arguments: given } of calls) {
    const name = callee.type === 'MemberExpression' ? callee.property : callee
    const [first] = given
    if (name.type === 'Identifier' && sayers.has(name.name) && first !== undefined) keys.push(first)
  }
  // An alias of a key's type is one too.
  for (const { name, type } of aliases) {
    if (!named.some((one) => isWithin(one, type))) continue
    for (const { start, end, name: used } of references) if (used === name) named.push({ start, end })
  }
  return casts
    .filter(({ type, ...cast }) => {
      if (text.slice(type.start, type.end) === 'const') return false
      return named.some((one) => isWithin(one, type)) || keys.some((key) => isWithin(cast, key))
    })
    .map(({ start }) => ({
      path,
      line: text.slice(0, start).split('\n').length,
      message: 'casts to the key of a text; let its type be found, or read it with oneOf',
    }))
}
