import { createHmac, randomUUID } from 'node:crypto'

import type { Clock } from '@gatehouse/platform/work'
import type { Database } from '@gatehouse/platform/database'

import type { GrantStore } from '../model/grant-store.ts'
import type { AuditStore } from '../model/audit-store.ts'
import { digestOf } from '../keys/token.ts'
import type { Operator, OperatorDirectory } from '../members/directory.ts'
import type { WorkspaceStore } from '../model/workspace-store.ts'
import type { SetUpStore } from './store.ts'

/** The lifespan of a set-up link, in milliseconds. */
export const setUpLifespanMs = 24 * 60 * 60_000

/** The set-up of an installation's first operator. */
export interface SetUp {
  /**
   * Returns the token of the open link, the same to every process, and of a new one if there is none; undefined once the
   * first workspace has an owner.
   */
  issue(): Promise<string | undefined>
  isOpen(token: string): Promise<boolean>
  /** The actions open to the holder of a link's token. */
  statusFor(token: string, identityId: string): Promise<SetUpStatus>
  /** Makes a person the owner of the first workspace, and consumes the link. */
  accept(token: string, identityId: string): Promise<SetUpOutcome>
}

/** The actions open to the holder of a set-up link. */
export type SetUpStatus = { readonly kind: 'open' } | Exclude<SetUpOutcome, { readonly kind: 'accepted' }>

/** The outcome of using a set-up link. */
export type SetUpOutcome =
  | { readonly kind: 'accepted'; readonly workspaceId: string }
  /** The link is unknown, expired or used. */
  | { readonly kind: 'gone' }
  /** The operators' identity service does not know this person, or has disabled them. */
  | { readonly kind: 'no_account' }
  /** The owner has to prove their address first. */
  | { readonly kind: 'unproved_address'; readonly address: string }

/** The dependencies of setting up an installation. */
export interface SetUpDeps {
  readonly database: Database
  readonly setUpLinks: SetUpStore
  readonly workspaces: WorkspaceStore
  readonly grants: GrantStore
  readonly audit: AuditStore
  readonly operators: OperatorDirectory
  /** The secret that derives the tokens of links; kept outside of the database. */
  readonly linkSecret: string
  /** Returns whether the owner's address has to be verified: if mail can be delivered. */
  readonly provesOwners: () => boolean
  readonly clock: Clock
}

/**
 * Returns the token of the link that was created at a time. Every process and every start shows the open link, and a
 * stored token would open it to a reader of the database: therefore it is derived.
 */
function tokenOf(secret: string, createdAt: number): string {
  return `gsu_${createHmac('sha256', secret).update(`set-up link ${createdAt}`).digest('base64url')}`
}

/** Creates the set-up, which ends once there is an owner. */
export function createSetUp(deps: SetUpDeps): SetUp {
  const { database, setUpLinks, workspaces, grants, audit, operators, clock, provesOwners } = deps
  const unowned = async () => {
    const workspace = await workspaces.first()
    const members = workspace && (await grants.members({ kind: 'workspace', id: workspace.id }))
    return members?.some(({ role }) => role === 'owner') === false ? workspace : undefined
  }
  const isOpen = async (token: string) =>
    (await unowned()) !== undefined && (await setUpLinks.isOpen(digestOf(token), clock()))
  const statusOf = async (token: string, operator: Operator | undefined): Promise<SetUpStatus> => {
    if (!(await isOpen(token))) return { kind: 'gone' }
    if (operator === undefined) return { kind: 'no_account' }
    const isProved = operator.addresses.some(({ verified }) => verified)
    return isProved || !provesOwners() ? { kind: 'open' } : { kind: 'unproved_address', address: operator.email }
  }
  return {
    issue: () =>
      database.durable(async () => {
        if ((await unowned()) === undefined) return undefined
        const now = clock()
        const open = await setUpLinks.open(now)
        const shown = open && tokenOf(deps.linkSecret, open.createdAt)
        if (shown !== undefined && digestOf(shown) === open?.tokenDigest) return shown
        const token = tokenOf(deps.linkSecret, now)
        await setUpLinks.replace(digestOf(token), now + setUpLifespanMs, now)
        return token
      }),
    isOpen,
    statusFor: async (token, identityId) => statusOf(token, await operators.find(identityId)),
    accept: async (token, identityId) => {
      const operator = await operators.find(identityId)
      const status = await statusOf(token, operator)
      if (operator === undefined) return status.kind === 'gone' ? status : { kind: 'no_account' }
      if (status.kind !== 'open') return status
      return database.durable(async () => {
        const now = clock()
        const workspace = await unowned()
        if (workspace === undefined || !(await setUpLinks.use(digestOf(token), identityId, now)))
          return { kind: 'gone' }
        await grants.put({ kind: 'operator', identityId }, { kind: 'workspace', id: workspace.id }, 'owner', now)
        await audit.append({
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
