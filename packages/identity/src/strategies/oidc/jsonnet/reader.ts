import { ProgramFault } from './fault.ts'
import type { Token } from './tokens.ts'

/** Walks over tokens. */
export interface Reader {
  readonly peek: (ahead?: number) => Token
  readonly next: () => Token
  /** True if the next token is this mark or keyword. */
  readonly sees: (text: string, ahead?: number) => boolean
  /** Takes the next token if it is this mark or keyword. */
  readonly takes: (text: string) => boolean
  /** Takes this mark or keyword, or throws a fault. */
  readonly needs: (text: string) => void
  readonly name: () => string
  readonly fault: (what: string) => ProgramFault
}

export function createReader(tokens: readonly Token[]): Reader {
  let at = 0
  const last = tokens.at(-1) ?? { kind: 'end', text: 'the end', line: 1 }
  const peek = (ahead = 0): Token => tokens[at + ahead] ?? last
  const sees = (text: string, ahead = 0): boolean => {
    const token = peek(ahead)
    return (token.kind === 'mark' || token.kind === 'keyword') && token.text === text
  }
  const next = (): Token => {
    const token = peek()
    at += 1
    return token
  }
  const fault = (what: string): ProgramFault => new ProgramFault(what, peek().line)
  const takes = (text: string): boolean => {
    if (!sees(text)) return false
    at += 1
    return true
  }
  return {
    peek,
    next,
    sees,
    takes,
    fault,
    needs: (text) => {
      if (!takes(text)) throw fault(`"${text}" was expected instead of "${peek().text}"`)
    },
    name: () => {
      const token = next()
      if (token.kind !== 'name') throw new ProgramFault(`a name was expected instead of "${token.text}"`, token.line)
      return token.text
    },
  }
}
