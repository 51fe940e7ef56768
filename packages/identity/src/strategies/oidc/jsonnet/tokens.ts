import { ProgramFault } from './fault.ts'

/** One word of a program. `end` closes the list. */
export interface Token {
  readonly kind: 'name' | 'keyword' | 'number' | 'text' | 'mark' | 'end'
  readonly text: string
  readonly line: number
}

const keywords: ReadonlySet<string> = new Set([
  ...['assert', 'else', 'error', 'false', 'for', 'function', 'if', 'import', 'importstr', 'importbin', 'in'],
  ...['local', 'null', 'self', 'super', 'tailstrict', 'then', 'true'],
])

/** What a program consists of, in the order in which it is tried. */
const patterns: readonly (readonly [Token['kind'] | 'space', RegExp])[] = [
  ['space', /(?:\s|\/\/[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/)+/y],
  ['number', /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y],
  ['name', /[A-Za-z_]\w*/y],
  ['text', /@"(?:[^"]|"")*"|@'(?:[^']|'')*'|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'/y],
  ['mark', /\+:::|\+::|\+:|:::|::|<=|>=|==|!=|&&|\|\||<<|>>|[{}[\](),.;:$+\-*/%!~<>&|^=]/y],
]

/** Cuts a program into tokens. Throws a fault at the first character that begins none. */
export function tokenize(program: string): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  let line = 1
  while (at < program.length) {
    const found = patterns
      .map(([kind, pattern]) => {
        pattern.lastIndex = at
        return { kind, text: pattern.exec(program)?.[0] ?? '' }
      })
      .find(({ text }) => text !== '')
    if (!found || program.startsWith('|||', at)) throw new ProgramFault('this text cannot be read', line)
    if (found.kind !== 'space') tokens.push(tokenOf(found.kind, found.text, line))
    at += found.text.length
    line += found.text.split('\n').length - 1
  }
  return [...tokens, { kind: 'end', text: 'the end', line }]
}

function tokenOf(kind: Token['kind'], text: string, line: number): Token {
  if (kind === 'name') return { kind: keywords.has(text) ? 'keyword' : 'name', text, line }
  return kind === 'text' ? { kind, text: unquote(text, line), line } : { kind, text, line }
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

function unquote(source: string, line: number): string {
  if (source.startsWith('@')) return source.slice(2, -1).replaceAll((source[1] ?? '').repeat(2), source[1] ?? '')
  return source.slice(1, -1).replaceAll(/\\(u[0-9a-fA-F]{4}|[\s\S])/g, (_all, code: string) => {
    if (code.length > 1) return String.fromCharCode(Number.parseInt(code.slice(1), 16))
    if (code === 'u') throw new ProgramFault('an escape in a text is incomplete', line)
    return escapes[code] ?? code
  })
}
