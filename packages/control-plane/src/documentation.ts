import { roles } from '@gatehouse/contract/operator-places'

import { asksForRole, policyOf } from '@gatehouse/contract/control-plane/permissions'
import { contractOf, type Operation, operationNames } from '@gatehouse/contract/control-plane/operations'
import type { AuditKind } from '@gatehouse/contract/control-plane/permissions'

/** An operation as documents list it. */
export interface DocumentedOperation {
  readonly operation: Operation
  readonly method: string
  readonly path: string
  /** Whether the field's client has it, under this name. */
  readonly isField: boolean
}

/** Every operation of the control plane, in the order of its table. */
export function documentedOperations(): readonly DocumentedOperation[] {
  return operationNames.map((operation) => {
    const { method, path, origin } = contractOf(operation)
    return { operation, method, path, isField: origin === 'field' }
  })
}

const auditTexts: Readonly<Record<AuditKind, string>> = {
  none: '',
  change: 'change',
  secrets: 'reading',
  credentials: 'reading, with credentials',
}

function auditOf(method: string): AuditKind {
  return method === 'GET' ? 'none' : 'change'
}

/** The table of operations and policies in docs/control-plane.md, in Markdown. */
export function renderOperations(): string {
  const rows = documentedOperations().map(({ operation, method, path, isField }) => {
    const policy = asksForRole(operation) ? policyOf(operation) : undefined
    const may = roles.map((role) => (policy ? (policy[role] ? 'yes' : '–') : ''))
    const more = [
      policy?.signIn ? 'yes' : '',
      policy?.reason ? 'required' : '',
      auditTexts[policy?.audit ?? auditOf(method)],
    ]
    return `| \`${operation}\` | ${method} | \`${path}\` | ${isField ? 'field' : 'ours'} | ${[...may, ...more].join(' | ')} |`
  })
  const head = [
    '| operation | method | path | of | owner | developer | viewer | sign-in | reason | audit |',
    '|---|---|---|---|---|---|---|---|---|---|',
  ]
  return `${[...head, ...rows].join('\n')}\n`
}
