import type { StoredFlow } from '../model/flow.ts'

/** A stored one-time code: HMAC of the code, never the code. Times are Unix milliseconds. */
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

/** A stored code. `ownerId` is the identity, or a random value that belongs to none. */
export interface OwnedCode extends StoredCode {
  readonly ownerId: string
}

/** A stored error for the error page (`/self-service/errors?id=`). */
export interface StoredError {
  readonly id: string
  readonly body: Readonly<Record<string, unknown>>
  readonly createdAt: number
}

/** A submission kept while the person refreshes the session (`ory_kratos_continuity`). */
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
  /** Deletes an identity's flows and sign-in codes, except those of one flow, and its continuity containers. */
  deleteByIdentity(identityId: string, except?: string): Promise<void>
  insertCode(code: StoredCode): Promise<void>
  /** Returns the unused and unexpired codes, newest first. */
  liveCodes(flowId: string, purpose: StoredCode['purpose'], now: number): Promise<readonly OwnedCode[]>
  /** True if this call used it; false if it was used before (of two calls, one wins). */
  useCode(id: string, now: number): Promise<boolean>
  /** Drops every live code of a flow (a resend makes the old one invalid). */
  dropCodes(flowId: string, purpose: StoredCode['purpose']): Promise<void>
  insertError(error: StoredError): Promise<void>
  findError(id: string): Promise<StoredError | undefined>
  insertContinuity(container: StoredContinuity): Promise<void>
  /** As `insertContinuity`; false, without effect, if this id exists: of two parallel calls, one writes. */
  insertContinuityOnce(container: StoredContinuity): Promise<boolean>
  /** Reads a container that may be used again. */
  findContinuity(id: string, now: number): Promise<StoredContinuity | undefined>
  /** Takes a container, once. */
  takeContinuity(id: string, now: number): Promise<StoredContinuity | undefined>
  /** Removes expired flows, codes, errors and containers; returns the number of rows. */
  purgeExpired(now: number): Promise<number>
}
