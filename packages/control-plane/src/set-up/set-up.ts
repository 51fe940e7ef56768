import { randomUUID } from 'node:crypto'

import type { GrantStore } from '../access/grant-store.ts'
import type { AuditStore } from '../audit/store.ts'
import type { Clock } from '../clock.ts'
import { digestOf, newToken } from '../keys/token.ts'
import type { OperatorDirectory } from '../members/directory.ts'
import type { ControlDatabase } from '../sql/database.ts'
import type { WorkspaceStore } from '../workspaces/store.ts'
import type { SetUpStore } from './store.ts'

/** How long a set-up link opens the console, in milliseconds. */
export const setUpLifespanMs = 24 * 60 * 60_000

/** How an installation gets its first operator. */
export interface SetUp {
  /** The token of a new link, in the place of any before; nothing once the first workspace has an owner. */
  issue(): string | undefined
  isOpen(token: string): boolean
  /** Makes somebody the owner of the first workspace, and uses up the link. */
  accept(token: string, identityId: string): Promise<SetUpOutcome>
}

/** What using a set-up link comes to. */
export type SetUpOutcome =
  | { readonly kind: 'accepted'; readonly workspaceId: string }
  /** The link is unknown, expired or used. */
  | { readonly kind: 'gone' }
  /** The operators' identity service does not know this person, or has switched them off. */
  | { readonly kind: 'nobody' }

/** What setting an installation up takes. */
export interface SetUpDeps {
  readonly database: ControlDatabase
  readonly setUpLinks: SetUpStore
  readonly workspaces: WorkspaceStore
  readonly grants: GrantStore
  readonly audit: AuditStore
  readonly operators: OperatorDirectory
  readonly clock: Clock
}

/** Makes the way to become the first owner. It is closed once there is one. */
export function createSetUp(deps: SetUpDeps): SetUp {
  const { database, setUpLinks, workspaces, grants, audit, operators, clock } = deps
  const unowned = () => {
    const workspace = workspaces.first()
    const members = workspace && grants.members({ kind: 'workspace', id: workspace.id })
    return members?.some(({ role }) => role === 'owner') === false ? workspace : undefined
  }
  return {
    issue: () => {
      if (unowned() === undefined) return undefined
      const token = newToken('set-up')
      const now = clock()
      setUpLinks.replace(token.digest, now + setUpLifespanMs, now)
      return token.text
    },
    isOpen: (token) => unowned() !== undefined && setUpLinks.isOpen(digestOf(token), clock()),
    accept: async (token, identityId) => {
      const operator = await operators.find(identityId)
      if (operator === undefined) return { kind: 'nobody' }
      return database.transaction(() => {
        const now = clock()
        const workspace = unowned()
        if (workspace === undefined || !setUpLinks.use(digestOf(token), identityId, now)) return { kind: 'gone' }
        grants.put({ kind: 'operator', identityId }, { kind: 'workspace', id: workspace.id }, 'owner', now)
        audit.append({
          id: randomUUID(),
          at: now,
          actor: { kind: 'operator', id: identityId, name: operator.email },
          operation: 'acceptSetUp',
          workspaceId: workspace.id,
          projectId: undefined,
          target: { kind: 'member', id: identityId, name: `${operator.email} as owner` },
          reason: undefined,
        })
        return { kind: 'accepted', workspaceId: workspace.id }
      })
    },
  }
}
