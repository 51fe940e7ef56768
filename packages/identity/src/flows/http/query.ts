import { withoutTrailing } from '@gatehouse/contract/http'
import type { RequestContext } from './request-context.ts'
import type { FlowContext } from '../flow-context.ts'
import type { FlowKind } from '@gatehouse/contract/flows'
import type { StoredFlow } from '../model/flow.ts'
import type { TestLogin } from '../model/test-login.ts'
import type { Refusal } from '../../http/answer.ts'
import { returnToRefusal } from './return-to.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Finds the flow that a request names, of this kind only. It finds no test logins: they must open no session. */
export async function findFlow(
  { flows }: Pick<FlowContext, 'flows'>,
  kind: FlowKind,
  id: string | null,
): Promise<StoredFlow | undefined> {
  const flow = await namedFlow(flows, id)
  return flow?.kind === kind && flow.details.testLogin === undefined ? flow : undefined
}

/** A test login flow with its details. */
export type TestLoginFlow = StoredFlow & {
  readonly details: StoredFlow['details'] & { readonly testLogin: TestLogin }
}

/** Finds the test login that a request names. */
export async function findTestLogin(
  { flows }: Pick<FlowContext, 'flows'>,
  id: string | null,
): Promise<TestLoginFlow | undefined> {
  const flow = await namedFlow(flows, id)
  return flow && isTestLogin(flow) ? flow : undefined
}

function isTestLogin(flow: StoredFlow): flow is TestLoginFlow {
  return flow.details.testLogin !== undefined
}

async function namedFlow(flows: FlowContext['flows'], id: string | null): Promise<StoredFlow | undefined> {
  return isFlowId(id) ? flows.find(id.toLowerCase()) : undefined
}

/** Checks that a parameter has the form of a flow id. */
export function isFlowId(id: string | null): id is string {
  return id !== null && uuid.test(id)
}

/** Returns the refusal of a submission whose `flow` parameter is malformed or names no flow. */
export function submitRefusal(kind: FlowKind, id: string | null): Refusal {
  if (!isFlowId(id)) return { code: 400, reason: 'The query parameter "flow" is missing or malformed.' }
  // Without a reason in a sign-in and a sign-up, as on the wire.
  if (kind === 'login' || kind === 'registration') return { code: 404 }
  return { code: 404, reason: `There is no such ${kind} flow. Start another one.` }
}

/** Returns the refusal of a requested `return_to` that is not allowed. */
export function returnToFault(
  { returnUrls }: Pick<FlowContext, 'returnUrls'>,
  { query }: RequestContext,
  name = 'return_to',
): Refusal | undefined {
  const wanted = query.get(name)
  return wanted === null || wanted === '' || returnUrls.resolve(wanted) !== undefined
    ? undefined
    : returnToRefusal(wanted)
}

/** Returns a query parameter; empty counts as absent. */
export function parameter({ query }: RequestContext, name: string): string | undefined {
  return query.get(name) || undefined
}

/** Returns the address that a flow was started with, as the public sees it. */
export function requestUrl(publicBaseUrl: string, { route }: RequestContext): string {
  return withoutTrailing(publicBaseUrl, '/') + route.url.pathname + route.url.search
}
