import { parseObject } from './parse-object.ts'
import { createReader } from './reader.ts'
import type { Reader } from './reader.ts'
import type { Argument, Binding, Clause, Expression, Parameter } from './syntax.ts'
import { tokenize } from './tokens.ts'

/** Binary operators by how tightly they bind, loosest first. */
const levels: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '>', '<=', '>=', 'in'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
]

/** Reads a program. Throws a fault that names the line, also for what this interpreter leaves out (imports, slices). */
export function parse(program: string): Expression {
  const reader = createReader(tokenize(program))
  const expression = parseExpression(reader)
  if (reader.peek().kind !== 'end') throw reader.fault(`"${reader.peek().text}" is not expected here`)
  return expression
}

export function parseExpression(reader: Reader): Expression {
  if (reader.takes('local')) {
    const bindings = parseBindings(reader)
    reader.needs(';')
    return { kind: 'local', bindings, body: parseExpression(reader) }
  }
  if (reader.takes('if')) {
    const test = parseExpression(reader)
    reader.needs('then')
    const then = parseExpression(reader)
    const otherwise: Expression = reader.takes('else') ? parseExpression(reader) : { kind: 'literal', value: null }
    return { kind: 'if', test, then, else: otherwise }
  }
  if (reader.takes('function')) {
    const parameters = parseParameters(reader)
    return { kind: 'function', parameters, body: parseExpression(reader) }
  }
  if (reader.takes('error')) return { kind: 'error', message: parseExpression(reader) }
  if (reader.takes('assert')) return parseAssert(reader)
  return parseBinary(reader, 0)
}

export function parseBindings(reader: Reader): readonly Binding[] {
  const bindings: Binding[] = []
  do {
    const name = reader.name()
    const parameters = reader.sees('(') ? parseParameters(reader) : undefined
    reader.needs('=')
    const value = parseExpression(reader)
    bindings.push({ name, value: parameters ? { kind: 'function', parameters, body: value } : value })
  } while (reader.takes(','))
  return bindings
}

export function parseParameters(reader: Reader): readonly Parameter[] {
  const parameters: Parameter[] = []
  reader.needs('(')
  while (!reader.takes(')')) {
    const name = reader.name()
    parameters.push({ name, standard: reader.takes('=') ? parseExpression(reader) : undefined })
    if (!reader.sees(')')) reader.needs(',')
  }
  return parameters
}

/** `for x in list if test…`; empty where there is none. */
export function parseClauses(reader: Reader): readonly Clause[] {
  const clauses: Clause[] = []
  while (reader.sees('for') || (clauses.length > 0 && reader.sees('if'))) {
    if (reader.takes('for')) {
      const name = reader.name()
      reader.needs('in')
      clauses.push({ kind: 'for', name, list: parseExpression(reader) })
    } else {
      reader.needs('if')
      clauses.push({ kind: 'if', test: parseExpression(reader) })
    }
  }
  return clauses
}

function parseAssert(reader: Reader): Expression {
  const test = parseExpression(reader)
  const message: Expression = reader.takes(':')
    ? parseExpression(reader)
    : { kind: 'literal', value: 'assertion failed' }
  reader.needs(';')
  return { kind: 'if', test, then: parseExpression(reader), else: { kind: 'error', message } }
}

function parseBinary(reader: Reader, level: number): Expression {
  const operators = levels[level]
  if (!operators) return parseUnary(reader)
  let left = parseBinary(reader, level + 1)
  for (;;) {
    const operator = operators.find((candidate) => reader.sees(candidate))
    if (operator === undefined) return left
    reader.next()
    left = { kind: 'binary', operator, left, right: parseBinary(reader, level + 1) }
  }
}

function parseUnary(reader: Reader): Expression {
  const operator = ['!', '-', '+', '~'].find((candidate) => reader.sees(candidate))
  if (operator === undefined) return parsePostfix(reader)
  reader.next()
  return { kind: 'unary', operator, operand: parseUnary(reader) }
}

function parsePostfix(reader: Reader): Expression {
  let target = parsePrimary(reader)
  for (;;) {
    if (reader.takes('.')) target = { kind: 'index', target, key: { kind: 'literal', value: reader.name() } }
    else if (reader.takes('[')) target = { kind: 'index', target, key: parseKey(reader) }
    else if (reader.sees('(')) target = { kind: 'call', callee: target, arguments: parseArguments(reader) }
    else if (reader.sees('{')) target = { kind: 'binary', operator: '+', left: target, right: parseObject(reader) }
    else return target
  }
}

function parseKey(reader: Reader): Expression {
  const key = parseExpression(reader)
  if (reader.sees(':')) throw reader.fault('slices are not supported')
  reader.needs(']')
  return key
}

function parseArguments(reader: Reader): readonly Argument[] {
  const list: Argument[] = []
  reader.needs('(')
  while (!reader.takes(')')) {
    const isNamed = reader.peek().kind === 'name' && reader.sees('=', 1)
    const name = isNamed ? reader.name() : undefined
    if (isNamed) reader.needs('=')
    list.push({ name, value: parseExpression(reader) })
    if (!reader.sees(')')) reader.needs(',')
  }
  reader.takes('tailstrict')
  return list
}

function parsePrimary(reader: Reader): Expression {
  if (reader.sees('{')) return parseObject(reader)
  if (reader.sees('[')) return parseArray(reader)
  if (reader.takes('(')) {
    const inner = parseExpression(reader)
    reader.needs(')')
    return inner
  }
  if (['if', 'local', 'function', 'error', 'assert'].some((word) => reader.sees(word))) return parseExpression(reader)
  const token = reader.next()
  if (token.kind === 'number') return { kind: 'literal', value: Number(token.text) }
  if (token.kind === 'text') return { kind: 'literal', value: token.text }
  if (token.kind === 'name') return { kind: 'variable', name: token.text }
  switch (token.text) {
    case 'null':
      return { kind: 'literal', value: null }
    case 'true':
    case 'false':
      return { kind: 'literal', value: token.text === 'true' }
    case 'self':
      return { kind: 'self' }
    case '$':
      return { kind: 'root' }
    case 'super':
      return parseSuper(reader)
    default:
      throw reader.fault(`"${token.text}" is not supported here`)
  }
}

function parseSuper(reader: Reader): Expression {
  if (reader.takes('.')) return { kind: 'super', key: { kind: 'literal', value: reader.name() } }
  reader.needs('[')
  return { kind: 'super', key: parseKey(reader) }
}

function parseArray(reader: Reader): Expression {
  const items: Expression[] = []
  reader.needs('[')
  while (!reader.takes(']')) {
    items.push(parseExpression(reader))
    reader.takes(',')
    const [item] = items
    if (items.length === 1 && item && reader.sees('for')) {
      const clauses = parseClauses(reader)
      reader.needs(']')
      return { kind: 'array for', item, clauses }
    }
  }
  return { kind: 'array', items }
}
