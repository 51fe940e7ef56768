import { parseBindings, parseClauses, parseExpression, parseParameters } from './parse.ts'
import type { Reader } from './reader.ts'
import type { Binding, Expression, Member } from './syntax.ts'

/** Reads `{ … }`, also in the form with `for`. */
export function parseObject(reader: Reader): Expression {
  const members: Member[] = []
  const locals: Binding[] = []
  reader.needs('{')
  while (!reader.takes('}')) {
    if (reader.takes('local')) locals.push(...parseBindings(reader))
    else if (reader.sees('assert')) throw reader.fault('assertions inside objects are not supported')
    else members.push(parseMember(reader))
    const hasComma = reader.takes(',')
    const [only] = members
    if (only && members.length === 1 && reader.sees('for')) {
      const clauses = parseClauses(reader)
      reader.needs('}')
      return { kind: 'object for', key: only.key, value: only.value, locals, clauses }
    }
    if (!hasComma && !reader.sees('}')) throw reader.fault(`"," was expected instead of "${reader.peek().text}"`)
  }
  return { kind: 'object', members, locals }
}

function parseMember(reader: Reader): Member {
  const key = parseFieldName(reader)
  const parameters = reader.sees('(') ? parseParameters(reader) : undefined
  const mark = ['+:::', '+::', '+:', ':::', '::', ':'].find((candidate) => reader.sees(candidate))
  if (mark === undefined) throw reader.fault(`":" was expected instead of "${reader.peek().text}"`)
  reader.next()
  const body = parseExpression(reader)
  return {
    key,
    value: parameters ? { kind: 'function', parameters, body } : body,
    plus: mark.startsWith('+'),
    hidden: mark === '::' || mark === '+::',
  }
}

function parseFieldName(reader: Reader): Expression {
  if (reader.takes('[')) {
    const key = parseExpression(reader)
    reader.needs(']')
    return key
  }
  const token = reader.next()
  if (token.kind !== 'name' && token.kind !== 'text') throw reader.fault(`"${token.text}" is no name of a field`)
  return { kind: 'literal', value: token.text }
}
