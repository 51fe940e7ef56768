import { roles, asksForRole, policyOf, type AuditKind } from '@gatehouse/contract/operators'

import { contractOf, operationNames, type Operation } from '@gatehouse/contract/control-plane'

/** An operation as documents list it. */
export interface DocumentedOperation {
  readonly operation: Operation
  readonly method: string
  readonly path: string
  /** Whether Ory's client has it, under this name. */
  readonly isField: boolean
}

/** Returns every operation of the control plane, in the order of its table. */
export function documentedOperations(): readonly DocumentedOperation[] {
  return operationNames.map((operation) => {
    const { method, path, origin } = contractOf(operation)
    return { operation, method, path, isField: origin === 'field' }
  })
}

/** The audited operations besides changes, all of which are audited. */
const auditTexts: Readonly<Record<AuditKind, string>> = {
  none: '',
  change: '',
  draft: 'audited when published',
  secrets: 'audited',
  credentials: 'audited with credentials',
}

/** Most operations need it; the list names the others. */
const usualRole = 'developer'

/** The list of operations and policies in docs/reference/control-plane.md, in Markdown: a line for each path. */
export function renderOperations(): string {
  const lines = [...Map.groupBy(documentedOperations(), ({ path }) => path)].map(
    ([path, operations]) => `- \`${path}\`: ${operations.map(renderOperation).join('; ')}`,
  )
  return `${lines.join('\n')}\n`
}

function renderOperation({ operation, method, isField }: DocumentedOperation): string {
  const policy = asksForRole(operation) ? policyOf(operation) : undefined
  const leastRole = policy ? (roles.findLast((role) => policy[role]) ?? '–') : '–'
  const notes = [
    leastRole === usualRole ? '' : leastRole,
    policy?.signIn ? 'sign-in' : '',
    policy?.reason ? 'reason' : '',
    auditTexts[policy?.audit ?? 'none'],
  ]
  const shown = notes.filter((note) => note !== '').join(', ')
  return `\`${method} ${operation}\`${isField ? '' : '\\*'}${shown === '' ? '' : ` ${shown}`}`
}
