import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'

import type { Secret } from '@gatehouse/platform/secrets'
import type { Transactions } from '@gatehouse/platform/database'
import type { LimitReached } from '@gatehouse/platform/limits'
import type { DevtoolsHooks } from '../../configuration/devtools-hooks.ts'
import type { StoredFlow } from '../../flows/model/flow.ts'
import type { FlowStore, OwnedCode, StoredCode } from '../../flows/ports/flow-store.ts'
import type { Budget, Limits } from '../../limits/policy.ts'
import { recipientOf } from '../../limits/recipient.ts'

/** The result of checking a code. */
export type CodeCheck =
  | { readonly kind: 'right'; readonly code: StoredCode }
  /** `identityId`: the account of the expected code, if there is one. */
  | { readonly kind: 'wrong'; readonly identityId?: string | undefined }
  /** Too many tries: even the right code fails until a new one is sent. */
  | { readonly kind: 'exhausted'; readonly identityId?: string | undefined }
  /** Too many wrong ones for this recipient or account, or from this address, in any flows. */
  | LimitReached

/** Whom a code is for. */
export interface CodeRequest {
  readonly flowId: string
  readonly purpose: StoredCode['purpose']
  readonly address: string
  /** Absent: no account yet (sign-up), or none at all (an unknown address). */
  readonly identityId: string | undefined
  readonly expiresAt: number
}

/** The time of a submitted code, in Unix milliseconds, and its network. */
export interface CodeGuess {
  readonly now: number
  /** As limits count it; `undefined` if unknown. */
  readonly network: string | undefined
}

/** One-time codes of a flow: six digits, stored only as HMAC, valid once. */
export interface Codes {
  /** Makes the flow's earlier codes invalid and stores a new one; returns its digits. Belongs in a transaction. */
  readonly issue: (request: CodeRequest) => Promise<string>
  /** Issues a further code beside those of the flow, for a second address. */
  readonly issueAlso: (request: CodeRequest) => Promise<string>
  /** Counts the try, compares in constant time and uses the code up. Of two at once, one wins. */
  check(flowId: string, purpose: StoredCode['purpose'], digits: string, by: CodeGuess): Promise<CodeCheck>
  /**
   * As `check`, without using a right code up, which is no try then: programs that scan mail follow links more than
   * once.
   */
  recognize(flowId: string, purpose: StoredCode['purpose'], digits: string, by: CodeGuess): Promise<CodeCheck>
}

/** The dependencies of creating and checking codes. */
export interface CodesDependencies {
  readonly flows: FlowStore
  readonly transactions: Transactions
  /** `secrets.default`: the first signs, all of them verify. */
  readonly secrets: readonly Secret[]
  readonly maxSubmissions: number
  readonly limits: Limits
  /** `security.account_enumeration.mitigate`: the addresses of one account must not show. */
  readonly hidesAccounts: boolean
  /** See `DevtoolsHooks`. */
  readonly codeOf?: DevtoolsHooks['codeOf'] | undefined
}

/** Creates the codes of a service. */
export function createCodes(dependencies: CodesDependencies): Codes {
  const { flows, transactions, secrets, maxSubmissions, limits, hidesAccounts, codeOf } = dependencies
  const hashes = (flowId: string, purpose: string, digits: string): Buffer[] =>
    secrets.map((secret) => createHmac('sha256', secret.reveal()).update(`${purpose}\n${flowId}\n${digits}`).digest())

  const issueAlso: Codes['issue'] = async ({ flowId, purpose, ...rest }) => {
    const digits = codeOf?.(rest.address) ?? String(randomInt(0, 1_000_000)).padStart(6, '0')
    const codeHash = hashes(flowId, purpose, digits)[0]?.toString('hex')
    if (codeHash === undefined) throw new Error('secrets.default is empty')
    await flows.insertCode({ id: randomUUID(), flowId, purpose, codeHash, usedAt: undefined, ...rest })
    return digits
  }

  const compare = (
    [flowId, purpose, digits, { now, network }]: Parameters<Codes['check']>,
    { uses }: { readonly uses: boolean },
  ): Promise<CodeCheck> =>
    transactions.durable(async () => {
      // Read again: another try may have been counted since the request's first read.
      const flow = await flows.find(flowId)
      if (!flow) return { kind: 'wrong' }
      const live = await flows.liveCodes(flowId, purpose, now)
      const identityId = live[0]?.identityId
      const submissions = (flow.details.submissions ?? 0) + 1
      if (submissions > maxSubmissions) return { kind: 'exhausted', identityId }
      const budgetsOf = (code: OwnedCode) => wrongCodes(flow, code, hidesAccounts)
      const from: readonly Budget[] = network === undefined ? [] : [{ kind: 'signInsPerAddress', subject: network }]
      const taken = await limits.take([...distinct(live.flatMap(budgetsOf)), ...from], now)
      if (taken.kind === 'refused') return taken
      const candidates = hashes(flowId, purpose, digits)
      const code = live.filter((stored) => matches(Buffer.from(stored.codeHash, 'hex'), candidates))[0]
      const isRight = code !== undefined && (!uses || (await flows.useCode(code.id, now)))
      if (uses || !isRight) await flows.update({ ...flow, details: { ...flow.details, submissions } })
      if (!isRight) return { kind: 'wrong', identityId }
      await taken.refund()
      if (uses) await limits.forget(budgetsOf(code))
      return { kind: 'right', code }
    })

  return {
    issueAlso,
    issue: async (request) => {
      await flows.dropCodes(request.flowId, request.purpose)
      return issueAlso(request)
    },
    check: (...guess) => compare(guess, { uses: true }),
    recognize: (...guess) => compare(guess, { uses: false }),
  }
}

/**
 * Returns the budgets that a wrong guess uses: the recipient of record, who stays the same when the account is deleted
 * and created again, and the account, which may have several recipients; an administrator's code has none. A code
 * without an account counts as if it had one, so that both cost the same. Second factors count alone: they can only
 * be guessed within a session, and must not be used up from outside of it.
 *
 * If accounts are hidden, a guess from outside of a session counts for its recipient only: a limit reached at one
 * address would show at the others of the account.
 */
function wrongCodes(
  { details }: StoredFlow,
  { address, ownerId }: OwnedCode,
  hidesAccounts: boolean,
): readonly Budget[] {
  const isInSession = details.requestedAal === 'aal2'
  const step = isInSession ? 'second factor' : 'any flow'
  const byRecipient = address === '' ? [] : [`${step}\nrecipient\n${recipientOf(address)}`]
  const byAccount = hidesAccounts && !isInSession && address !== '' ? [] : [`${step}\naccount\n${ownerId}`]
  return [...byRecipient, ...byAccount].map((subject) => ({ kind: 'wrongCodesPerRecipient', subject }))
}

function distinct(budgets: readonly Budget[]): readonly Budget[] {
  return [...new Map(budgets.map((budget) => [budget.subject, budget])).values()]
}

function matches(hash: Buffer, candidates: readonly Buffer[]): boolean {
  // No short circuit: every candidate is compared.
  return candidates.map((candidate) => timingSafeEqual(hash, candidate)).includes(true)
}
