import type { StoredFlow } from '../model/flow.ts'

/** A one-time code as stored: HMAC of the code, never the code. Times are Unix milliseconds. */
export interface StoredCode {
  readonly id: string
  readonly flowId: string
  readonly purpose: 'login' | 'registration' | 'recovery' | 'verification'
  readonly codeHash: string
  readonly address: string
  readonly identityId: string | undefined
  readonly expiresAt: number
  readonly usedAt: number | undefined
}

/** A code as it is read back. `ownerId` is the identity, or a value by chance that stands for none. */
export interface OwnedCode extends StoredCode {
  readonly ownerId: string
}

/** An error kept for the error page (`/self-service/errors?id=`). */
export interface StoredError {
  readonly id: string
  readonly body: Readonly<Record<string, unknown>>
  readonly createdAt: number
}

/** A submission kept aside while the person refreshes the session (`ory_kratos_continuity`). */
export interface StoredContinuity {
  readonly id: string
  readonly identityId: string | undefined
  readonly payload: Readonly<Record<string, unknown>>
  readonly expiresAt: number
}

/** Flows, codes, errors and continuity containers in a database. */
export interface FlowStore {
  insert(flow: StoredFlow): Promise<void>
  update(flow: StoredFlow): Promise<void>
  find(id: string): Promise<StoredFlow | undefined>
  delete(id: string): Promise<void>
  /** Deletes the flows of an identity and its sign-in codes, all but those of one flow, and what waits in continuity containers. */
  deleteByIdentity(identityId: string, except?: string): Promise<void>
  insertCode(code: StoredCode): Promise<void>
  /** Newest first, unused and unexpired ones only. */
  liveCodes(flowId: string, purpose: StoredCode['purpose'], now: number): Promise<readonly OwnedCode[]>
  /** True if this call used it: false when it was used before (a race has one winner). */
  useCode(id: string, now: number): Promise<boolean>
  /** Drops every live code of a flow (a resend makes the old one invalid). */
  dropCodes(flowId: string, purpose: StoredCode['purpose']): Promise<void>
  insertError(error: StoredError): Promise<void>
  findError(id: string): Promise<StoredError | undefined>
  insertContinuity(container: StoredContinuity): Promise<void>
  /** As `insertContinuity`; false, and nothing is written, where there is one of this id: of two at once, one writes. */
  insertContinuityOnce(container: StoredContinuity): Promise<boolean>
  /** Reads a container that may be used again. */
  findContinuity(id: string, now: number): Promise<StoredContinuity | undefined>
  /** Takes it: a container can be used once. */
  takeContinuity(id: string, now: number): Promise<StoredContinuity | undefined>
  /** Removes flows, codes, errors and containers past their time; returns how many rows. */
  purgeExpired(now: number): Promise<number>
}
