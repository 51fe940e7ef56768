import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Transactions } from '@gatehouse/platform/database'
import type { IdentityConfig } from '../../configuration/config.ts'
import type { Courier } from '../../courier/message.ts'
import type { FlowStore, StoredCode } from '../../flows/ports/flow-store.ts'
import type { PendingAddressChangeStore } from '../../flows/ports/pending-address-changes.ts'
import type { PendingRegistrationStore } from '../../flows/ports/pending-registrations.ts'
import type { IdentityStore } from '../../identities/identity-store.ts'

/** The result of checking a token. */
export type TokenCheck =
  | { readonly kind: 'right'; readonly token: StoredCode }
  | { readonly kind: 'expired'; readonly expiredAt: number }
  | { readonly kind: 'wrong' }

/** One-time tokens of links: 192 random bits, stored only as HMAC, valid once. */
export interface LinkTokens {
  /** Issues a token. Earlier tokens of the flow stay valid until one is used: mails overtake each other. */
  issue(request: Omit<StoredCode, 'id' | 'codeHash' | 'usedAt'>): Promise<string>
  check(flowId: string, purpose: StoredCode['purpose'], token: string, now: number): Promise<TokenCheck>
  /** Checks that the token is one of the flow's, expired or not. Does not use it up. */
  knows(flowId: string, purpose: StoredCode['purpose'], token: string): Promise<boolean>
}

/** Creates the tokens of a service’s links. */
export function createLinkTokens({ flows, transactions, config }: LinkDependencies): LinkTokens {
  const hashes = (flowId: string, purpose: string, token: string): Buffer[] =>
    config.secrets.default.map((secret) =>
      createHmac('sha256', secret.reveal()).update(`link\n${purpose}\n${flowId}\n${token}`).digest(),
    )
  return {
    issue: async ({ flowId, purpose, ...rest }) => {
      const token = randomBytes(24).toString('base64url')
      const codeHash = hashes(flowId, purpose, token)[0]?.toString('hex')
      if (codeHash === undefined) throw new Error('secrets.default is empty')
      await flows.insertCode({ id: randomUUID(), flowId, purpose, codeHash, usedAt: undefined, ...rest })
      return token
    },
    knows: async (flowId, purpose, token) =>
      (await find(flows, flowId, purpose, hashes(flowId, purpose, token))) !== undefined,
    check: (flowId, purpose, token, now) =>
      transactions.durable(() => take(flows, flowId, purpose, hashes(flowId, purpose, token), now)),
  }
}

async function take(
  flows: FlowStore,
  flowId: string,
  purpose: StoredCode['purpose'],
  candidates: readonly Buffer[],
  now: number,
): Promise<TokenCheck> {
  const found = await find(flows, flowId, purpose, candidates)
  if (!found) return { kind: 'wrong' }
  if (found.expiresAt <= now) return { kind: 'expired', expiredAt: found.expiresAt }
  if (!(await flows.useCode(found.id, now))) return { kind: 'wrong' }
  await flows.dropCodes(flowId, purpose)
  return { kind: 'right', token: found }
}

/** Finds a token, expired ones too, so that their owner learns the reason. */
async function find(
  flows: FlowStore,
  flowId: string,
  purpose: StoredCode['purpose'],
  candidates: readonly Buffer[],
): Promise<StoredCode | undefined> {
  return (await flows.liveCodes(flowId, purpose, 0)).find((stored) => {
    const hash = Buffer.from(stored.codeHash, 'hex')
    return candidates.map((candidate) => timingSafeEqual(hash, candidate)).includes(true)
  })
}

/** The dependencies of sending and opening links. */
export interface LinkDependencies {
  readonly config: Pick<IdentityConfig, 'publicBaseUrl' | 'selfservice' | 'secrets'>
  readonly identities: Pick<IdentityStore, 'find' | 'findByRecoveryAddress' | 'findByVerifiableAddress' | 'isTaken'>
  readonly flows: FlowStore
  readonly transactions: Transactions
  readonly courier: Courier
  readonly pendingRegistrations: Pick<PendingRegistrationStore, 'find'>
  readonly pendingAddressChanges: Pick<PendingAddressChangeStore, 'find'>
}
