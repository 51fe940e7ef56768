/** A program as a tree. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: null | boolean | number | string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'self' | 'root' }
  | { readonly kind: 'super'; readonly key: Expression }
  | { readonly kind: 'array'; readonly items: readonly Expression[] }
  | { readonly kind: 'array for'; readonly item: Expression; readonly clauses: readonly Clause[] }
  | { readonly kind: 'object'; readonly members: readonly Member[]; readonly locals: readonly Binding[] }
  | {
      readonly kind: 'object for'
      readonly key: Expression
      readonly value: Expression
      readonly locals: readonly Binding[]
      readonly clauses: readonly Clause[]
    }
  | { readonly kind: 'local'; readonly bindings: readonly Binding[]; readonly body: Expression }
  | { readonly kind: 'if'; readonly test: Expression; readonly then: Expression; readonly else: Expression }
  | { readonly kind: 'function'; readonly parameters: readonly Parameter[]; readonly body: Expression }
  | { readonly kind: 'call'; readonly callee: Expression; readonly arguments: readonly Argument[] }
  | { readonly kind: 'index'; readonly target: Expression; readonly key: Expression }
  | { readonly kind: 'unary'; readonly operator: string; readonly operand: Expression }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'error'; readonly message: Expression }

/** A field of an object. `plus`: added to the field of the same name below. */
export interface Member {
  readonly key: Expression
  readonly value: Expression
  readonly plus: boolean
  readonly hidden: boolean
}

export interface Binding {
  readonly name: string
  readonly value: Expression
}

export interface Parameter {
  readonly name: string
  readonly standard: Expression | undefined
}

export interface Argument {
  readonly name: string | undefined
  readonly value: Expression
}

export type Clause =
  | { readonly kind: 'for'; readonly name: string; readonly list: Expression }
  | { readonly kind: 'if'; readonly test: Expression }
