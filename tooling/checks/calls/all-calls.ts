import { operatorsCalls } from './admin-calls.ts'
import type { CallRow, SaidOfCall } from './call.ts'
import { controlPlaneCalls } from './control-plane-calls.ts'
import { flowCalls } from './flow-calls.ts'
import { ownAccountCalls, translationCalls } from './own-calls.ts'
import { sessionCalls } from './session-calls.ts'
import { identityOperations } from './wire-operations.ts'

/** Calls of one part of the product, under its title. */
export interface CallPart {
  readonly title: string
  readonly rows: readonly CallRow[]
}

/** The rows of all tables for the calls of the identity service. */
export const identityTable: Readonly<Record<string, SaidOfCall>> = { ...flowCalls, ...sessionCalls, ...operatorsCalls }

/** Returns every call. An operation of the client that no table names comes without makers and tests. */
export async function allCalls(): Promise<readonly CallPart[]> {
  const identity = (await identityOperations()).map(({ name, method, path }): CallRow => {
    const said = identityTable[name] ?? { makers: [], tests: [] }
    return { call: name, wire: `${method} ${path}`, ...said }
  })
  return [
    { title: 'Identities: the public and the admin API', rows: identity },
    { title: 'One’s own account, beyond the wire', rows: ownAccountCalls },
    { title: 'Translations', rows: translationCalls },
    { title: 'The control plane', rows: controlPlaneCalls() },
  ]
}
