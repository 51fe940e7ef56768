import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'

import type { Secret } from '../../configuration/secret.ts'
import type { DeskHooks } from '../../desk-hooks.ts'
import type { FlowStore, StoredCode } from '../../flows/store.ts'
import type { Transactions } from '../../sql/transaction.ts'

/** What handing in a code comes to. */
export type CodeCheck =
  | { readonly kind: 'right'; readonly code: StoredCode }
  | { readonly kind: 'wrong' }
  /** Too many tries: even the right code fails until a new one is sent. */
  | { readonly kind: 'exhausted' }

/** Whom a code is for. */
export interface CodeRequest {
  readonly flowId: string
  readonly purpose: StoredCode['purpose']
  readonly address: string
  /** Absent: nobody's yet (sign-up), or nobody's at all (an unknown address). */
  readonly identityId: string | undefined
  readonly expiresAt: number
}

/** One-time codes of a flow: six digits, kept only as HMAC, good once. */
export interface Codes {
  /** Makes the flow's earlier codes invalid and stores a new one; returns its digits. Belongs in a transaction. */
  readonly issue: (request: CodeRequest) => string
  /** A further code beside those of the flow, for a second address. */
  readonly issueAlso: (request: CodeRequest) => string
  /** Counts the try, compares in constant time and uses the code up. Of two at once, one wins. */
  check(flowId: string, purpose: StoredCode['purpose'], digits: string, now: number): CodeCheck
}

/** What making and checking codes takes. */
export interface CodesDependencies {
  readonly flows: FlowStore
  readonly transactions: Transactions
  /** `secrets.default`: the first signs, all of them verify. */
  readonly secrets: readonly Secret[]
  readonly maxSubmissions: number
  /** See `DeskHooks`. */
  readonly codeOf?: DeskHooks['codeOf'] | undefined
}

/** Makes the codes of a service. */
export function createCodes({ flows, transactions, secrets, maxSubmissions, codeOf }: CodesDependencies): Codes {
  const hashes = (flowId: string, purpose: string, digits: string): Buffer[] =>
    secrets.map((secret) => createHmac('sha256', secret.reveal()).update(`${purpose}\n${flowId}\n${digits}`).digest())

  const issueAlso: Codes['issue'] = ({ flowId, purpose, ...rest }) => {
    const digits = codeOf?.(rest.address) ?? String(randomInt(0, 1_000_000)).padStart(6, '0')
    const codeHash = hashes(flowId, purpose, digits)[0]?.toString('hex')
    if (codeHash === undefined) throw new Error('secrets.default is empty')
    flows.insertCode({ id: randomUUID(), flowId, purpose, codeHash, usedAt: undefined, ...rest })
    return digits
  }

  return {
    issueAlso,
    issue: (request) => {
      flows.dropCodes(request.flowId, request.purpose)
      return issueAlso(request)
    },
    check: (flowId, purpose, digits, now) =>
      transactions.durable(() => {
        // Read afresh: between the request's first read and now another try may have been counted.
        const flow = flows.find(flowId)
        if (!flow) return { kind: 'wrong' }
        const submissions = (flow.details.submissions ?? 0) + 1
        flows.update({ ...flow, details: { ...flow.details, submissions } })
        if (submissions > maxSubmissions) return { kind: 'exhausted' }
        const candidates = hashes(flowId, purpose, digits)
        const code = flows
          .liveCodes(flowId, purpose, now)
          .filter((stored) => matches(Buffer.from(stored.codeHash, 'hex'), candidates))[0]
        return code && flows.useCode(code.id, now) ? { kind: 'right', code } : { kind: 'wrong' }
      }),
  }
}

function matches(hash: Buffer, candidates: readonly Buffer[]): boolean {
  // No short circuit: every candidate is compared.
  return candidates.map((candidate) => timingSafeEqual(hash, candidate)).includes(true)
}
