import { roles } from '@gatehouse/contract/operator-places'

import { ourOperations } from './access/our-operations.ts'
import { asksForRole, policyOf } from './access/permissions.ts'
import type { AuditKind, Operation } from './access/permissions.ts'
import type { ProjectHost } from './projects/host.ts'
import { createControlPlane } from './service.ts'
import { openControlDatabase } from './sql/open.ts'

const nowhere = async (): Promise<never> => {
  throw new Error('nothing runs while documentation is written')
}
const host: ProjectHost = {
  addressOf: () => ({ kind: 'none', why: 'nothing runs while documentation is written' }),
  open: nowhere,
  apply: nowhere,
  setOrganizations: nowhere,
  adminOf: () => undefined,
  connectionsOf: () => undefined,
  remove: nowhere,
}

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
  const plane = createControlPlane({
    database: openControlDatabase(':memory:'),
    host,
    operators: { find: nowhere, findAll: nowhere },
    firstStart: { name: '', keyFile: '' },
    linkSecret: '',
    log: { warn: () => {}, error: () => {} },
  })
  void plane.stop()
  return plane.operations.map(({ operation, method, path }) => ({
    operation,
    method,
    path,
    isField: !ourOperations.has(operation),
  }))
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
