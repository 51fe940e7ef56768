import { ProgramFault } from './fault.ts'
import { binary, unary } from './operators.ts'
import type { Argument, Binding, Clause, Expression, Member, Parameter } from './syntax.ts'
import { Callable, List, Table, textOf, typeOf } from './values.ts'
import type { Field, Thunk, Value } from './values.ts'

/** What names mean at a place of the program. */
export interface Scope {
  readonly names: ReadonlyMap<string, Thunk>
  readonly self?: Table
  readonly root?: Table
  /** The layers under the one that the place is in. */
  readonly below?: number
}

/** How much work a program may cost: claims are short, and nobody waits for one that does not end. */
export interface Budget {
  steps: number
  depth: number
}

/** Works a program out. Throws a fault where it has none of the values it needs, or costs too much. */
export function evaluate(expression: Expression, scope: Scope, budget: Budget): Value {
  budget.steps -= 1
  budget.depth -= 1
  if (budget.steps < 0 || budget.depth < 0) throw new ProgramFault('the program does not come to an end')
  try {
    return valueOf(expression, scope, budget)
  } finally {
    budget.depth += 1
  }
}

function valueOf(expression: Expression, scope: Scope, budget: Budget): Value {
  const of = (inner: Expression, at: Scope = scope): Value => evaluate(inner, at, budget)
  switch (expression.kind) {
    case 'literal':
      return expression.value
    case 'variable': {
      const thunk = scope.names.get(expression.name)
      if (!thunk) throw new ProgramFault(`there is no variable "${expression.name}"`)
      return thunk()
    }
    case 'self':
      return required(scope.self, 'self')
    case 'root':
      return required(scope.root, '$')
    case 'super':
      return field(required(scope.self, 'super'), of(expression.key), scope.below ?? 0)
    case 'array':
      return new List(expression.items.map((item) => lazy(() => of(item))))
    case 'array for':
      return new List(scopes(expression.clauses, scope, budget).map((inner) => lazy(() => of(expression.item, inner))))
    case 'object':
      return object(expression.members, expression.locals, scope, budget)
    case 'object for': {
      const { key, value, locals, clauses } = expression
      const parts = scopes(clauses, scope, budget).map((inner) => {
        return object([{ key, value, plus: false, hidden: false }], locals, inner, budget)
      })
      return new Table([new Map(parts.flatMap(({ layers }) => layers.flatMap((layer) => [...layer])))])
    }
    case 'local':
      return of(expression.body, bind(expression.bindings, scope, budget))
    case 'if':
      return truth(of(expression.test)) ? of(expression.then) : of(expression.else)
    case 'function':
      return closure(expression.parameters, expression.body, scope, budget)
    case 'call':
      return call(of(expression.callee), expression.arguments, scope, budget)
    case 'index': {
      const target = of(expression.target)
      return index(target, of(expression.key))
    }
    case 'unary':
      return unary(expression.operator, of(expression.operand))
    case 'binary':
      return binary(
        expression.operator,
        lazy(() => of(expression.left)),
        lazy(() => of(expression.right)),
      )
    case 'error':
      throw new ProgramFault(textOf(of(expression.message)))
    default:
      return expression satisfies never
  }
}

function lazy(work: Thunk): Thunk {
  let known: { readonly value: Value } | undefined
  return () => (known ??= { value: work() }).value
}

/** Bindings see each other, whatever their order. */
function bind(bindings: readonly Binding[], scope: Scope, budget: Budget): Scope {
  const names = new Map(scope.names)
  const inner = { ...scope, names }
  for (const { name, value } of bindings) {
    names.set(
      name,
      lazy(() => evaluate(value, inner, budget)),
    )
  }
  return inner
}

function object(members: readonly Member[], locals: readonly Binding[], scope: Scope, budget: Budget): Table {
  const layer = new Map<string, Field>()
  for (const { key, value, plus, hidden } of members) {
    const name = evaluate(key, scope, budget)
    // A field named null is left out: that is how fields are made to depend on something.
    if (name === null) continue
    if (typeof name !== 'string') throw new ProgramFault(`a field cannot be named by ${typeOf(name)}`)
    const body = (self: Table, below: number): Value => {
      const inner = { ...scope, self, root: scope.root ?? self, below }
      return evaluate(value, bind(locals, inner, budget), budget)
    }
    layer.set(name, { plus, hidden, body })
  }
  return new Table([layer])
}

function scopes(clauses: readonly Clause[], scope: Scope, budget: Budget): readonly Scope[] {
  return clauses.reduce<readonly Scope[]>(
    (found, clause) =>
      found.flatMap((at) => {
        if (clause.kind === 'if') return truth(evaluate(clause.test, at, budget)) ? [at] : []
        const list = evaluate(clause.list, at, budget)
        if (!(list instanceof List)) throw new ProgramFault('"for" needs an array')
        return list.items.map((item) => ({ ...at, names: new Map([...at.names, [clause.name, item]]) }))
      }),
    [scope],
  )
}

function closure(parameters: readonly Parameter[], body: Expression, scope: Scope, budget: Budget): Callable {
  return new Callable((positional, named) => {
    if (positional.length > parameters.length) throw new ProgramFault('a function was given too many arguments')
    const names = new Map(scope.names)
    const inner = { ...scope, names }
    for (const [at, { name, standard }] of parameters.entries()) {
      const given = positional[at] ?? named.get(name)
      if (!given && !standard) throw new ProgramFault(`the argument "${name}" is missing`)
      names.set(name, given ?? lazy(() => (standard ? evaluate(standard, inner, budget) : null)))
    }
    return evaluate(body, inner, budget)
  })
}

function call(callee: Value, given: readonly Argument[], scope: Scope, budget: Budget): Value {
  if (!(callee instanceof Callable)) throw new ProgramFault(`${typeOf(callee)} is no function`)
  const thunkOf = (value: Expression): Thunk => lazy(() => evaluate(value, scope, budget))
  const positional = given.filter(({ name }) => name === undefined).map(({ value }) => thunkOf(value))
  const named = given.flatMap(({ name, value }) => (name === undefined ? [] : [[name, thunkOf(value)] as const]))
  return callee.call(positional, new Map(named))
}

function index(target: Value, key: Value): Value {
  if (target instanceof Table) return field(target, key)
  const at = typeof key === 'number' ? key : -1
  const found = target instanceof List ? target.items[at]?.() : typeof target === 'string' ? [...target][at] : undefined
  if (found === undefined) throw new ProgramFault(`${typeOf(target)} has no part ${textOf(key)}`)
  return found
}

function field(target: Table, key: Value, below?: number): Value {
  const found = typeof key === 'string' ? target.get(key, below) : undefined
  if (found === undefined) throw new ProgramFault(`there is no field ${textOf(key)}`)
  return found
}

function truth(value: Value): boolean {
  if (typeof value !== 'boolean') throw new ProgramFault(`${typeOf(value)} is no truth value`)
  return value
}

function required(value: Table | undefined, word: string): Table {
  if (!value) throw new ProgramFault(`"${word}" stands outside of an object`)
  return value
}
