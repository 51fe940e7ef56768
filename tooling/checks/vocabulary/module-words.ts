import { Visitor, parseSync, type Expression, type PrivateIdentifier } from 'oxc-parser'

/** A written text, and its position in the file. */
export interface Written {
  readonly text: string
  readonly start: number
}

/** The names of a module, and its sentences. */
export interface ModuleWords {
  /** Identifiers, and string literals that look like one: kinds, keys, attributes. */
  readonly names: readonly Written[]
  /** Comments and titles of tests. */
  readonly sentences: readonly Written[]
}

const looksLikeAName = /^[A-Za-z][\w-]*$/
const testCalls: ReadonlySet<string> = new Set(['test', 'it', 'describe'])

/** Reads the names and sentences of a module. */
export function moduleWords(path: string, text: string): ModuleWords {
  const { program, comments } = parseSync(path, text)
  const names: Written[] = []
  const sentences: Written[] = comments.map(({ value, start }) => ({ text: value, start: start + 2 }))
  const imported = new Set<number>()
  const name = ({ name: written, start }: { readonly name: string; readonly start: number }) => {
    names.push({ text: written, start })
  }
  new Visitor({
    Identifier: name,
    PrivateIdentifier: name,
    JSXIdentifier: name,
    // The files that are imported are judged by their own paths.
    ImportDeclaration: ({ source }) => void imported.add(source.start),
    ExportNamedDeclaration: ({ source }) => void (source && imported.add(source.start)),
    ImportExpression: ({ source }) => void imported.add(source.start),
    Literal({ value, start }) {
      if (typeof value === 'string' && looksLikeAName.test(value) && !imported.has(start)) {
        names.push({ text: value, start })
      }
    },
    CallExpression({ callee, arguments: [title] }) {
      if (title === undefined || !testCalls.has(firstName(callee))) return
      if (title.type === 'Literal' && typeof title.value === 'string') {
        sentences.push({ text: title.value, start: title.start })
      }
      if (title.type === 'TemplateLiteral') {
        for (const { value, start } of title.quasis) sentences.push({ text: value.raw, start })
      }
    },
  }).visit(program)
  return { names, sentences }
}

// The first name of the call: `test`, `test.skip`, `describe.each(table)`, `test.describe.configure`.
function firstName(callee: Expression | PrivateIdentifier): string {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return firstName(callee.object)
  return callee.type === 'CallExpression' ? firstName(callee.callee) : ''
}
