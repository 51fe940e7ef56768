import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { jsonTextAnswer } from '@gatehouse/platform/http'

import type { FlowContext } from '../../../flows/flow-context.ts'
import type { TestLoginFlow } from '../../../flows/http/query.ts'
import type { RequestContext } from '../../../flows/http/request-context.ts'
import { newFlow } from '../../../flows/model/new-flow.ts'
import type { TestLoginReport } from '../../../flows/model/test-login.ts'
import { flowSchema } from '../../../flows/presentation/node-order.ts'
import { flowText, publicUrl } from '../../../flows/presentation/present.ts'
import { RefusalError } from '../../../http/answer.ts'
import { readJsonBody } from '../../../http/json-body.ts'
import type { Route } from '../../../http/route.ts'
import { composeIdentity } from '../../../identities/compose.ts'
import { type EvaluateJsonnet, JsonnetAbsent, JsonnetBusy, JsonnetFault } from '../../../jsonnet/jsonnet.ts'
import { signInWithLabel } from '../../../messages/oidc.ts'
import { setValues } from '../../../nodes/change.ts'
import { csrfNode } from '../../../nodes/node.ts'
import type { OidcContext } from '../dependencies.ts'
import { mapClaims } from '../mapper.ts'
import { providerButtons } from '../nodes.ts'
import type { Claims } from '../providers/claims.ts'
import type { OidcProvider, ProviderNews, ProviderTokens } from '../providers/provider.ts'
import type { KeptRound } from '../rounds.ts'
import { unknownProvider } from '../start.ts'

type Arrival = { readonly round: KeptRound; readonly provider: OidcProvider }

/**
 * Returns the report of a dry run: the provider's claims are mapped and checked as at a sign-in, and nothing is
 * written.
 */
export async function testReport(
  context: Pick<OidcContext, 'evaluateJsonnet' | 'schemas'>,
  { query, now }: RequestContext,
  flow: TestLoginFlow,
  { round, provider }: Arrival,
): Promise<TestLoginReport> {
  const error = query.get('error')
  if (error !== null) {
    const message = (query.get('error_description') ?? '').slice(0, 300)
    return { error: { step: 'authorization', reason: error.slice(0, 100), message } }
  }
  let news: ProviderNews | undefined
  const answer = await provider.arrive(round, query, (more) => {
    news = { ...news, ...more }
  })
  const { idTokenClaims, userinfo } = news ?? {}
  const reported: TestLoginReport = {
    ...(idTokenClaims && { id_token_claims: idTokenClaims }),
    ...(userinfo && { userinfo }),
  }
  if (answer.kind === 'failed') {
    const { code = 'provider_failed', text = answer.reason } = answer.fault ?? {}
    const step = news === undefined ? 'token_exchange' : 'claims'
    return withoutTokens({ ...reported, error: { step, reason: code, message: text } })
  }
  return withoutTokens(
    { ...reported, ...(await mappingReport(context, flow, provider, answer.claims, now)) },
    answer.tokens,
  )
}

async function mappingReport(
  context: Pick<OidcContext, 'evaluateJsonnet' | 'schemas'>,
  flow: TestLoginFlow,
  provider: OidcProvider,
  claims: Claims,
  now: number,
): Promise<TestLoginReport> {
  const schema = flowSchema(context.schemas, flow)
  let report: TestLoginReport = { ...(provider.mapperUrl !== undefined && { jsonnet_mapper_url: provider.mapperUrl }) }
  const evaluate: EvaluateJsonnet = async (program, input, given) => {
    report = { ...report, jsonnet_input: input }
    const output = await context.evaluateJsonnet(program, input, given)
    report = { ...report, jsonnet_output: output }
    return output
  }
  try {
    const { traits } = await mapClaims(evaluate, provider.mapper, claims, schema)
    // Without a mapper, the traits come from the claims of the usual names.
    if (provider.mapper === undefined) report = { ...report, jsonnet_output: { identity: { traits } } }
    const composed = composeIdentity(schema, traits, now)
    if (composed.kind === 'composed') return report
    const faults = composed.faults.map(({ name, message }) => ({ path: pointerOf(name), message: message.text }))
    const message = `What the provider tells does not fit the identity schema "${schema.id}".`
    const error = { step: 'schema_validate', reason: 'traits_invalid', message } as const
    return { ...report, schema_validation_errors: faults, error }
  } catch (fault) {
    if (!(fault instanceof JsonnetFault)) throw fault
    const message = fault.message.slice(0, longestFault)
    const error = { step: 'jsonnet', reason: reasonOf(fault), message } as const
    return { ...report, jsonnet_stderr: message, error }
  }
}

const longestFault = 2000

function reasonOf(fault: JsonnetFault): string {
  if (fault instanceof JsonnetAbsent) return 'mapper_unavailable'
  return fault instanceof JsonnetBusy ? 'busy' : 'mapper_failed'
}

function pointerOf(name: string): string {
  return `/${name
    .split('.')
    .map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))
    .join('/')}`
}

const tokenNames: ReadonlySet<string> = new Set(['id_token', 'access_token', 'refresh_token'])

/** Returns the report without tokens that a provider repeats in its answers. */
function withoutTokens(report: TestLoginReport, tokens?: ProviderTokens): TestLoginReport {
  const known = Object.values(tokens ?? {}).filter((token) => token !== '')
  const text = JSON.stringify(report, (key, value: unknown) => {
    const isToken = typeof value === 'string' && known.some((token) => value.includes(token))
    return tokenNames.has(key) || isToken ? undefined : value
  })
  return JSON.parse(text) as TestLoginReport
}

const testLoginBody = z.looseObject({ provider_id: z.string().nullish() })
const longestProviderId = 255

/** Answers `POST /admin/test-login-flows`: a sign-in through one provider that opens no session. */
export function createTestLogin(
  context: Pick<FlowContext, 'config' | 'flows' | 'transactions'> & Pick<OidcContext, 'providers'>,
): Route['handle'] {
  return async (route) => {
    const { provider_id: named } = await readJsonBody(route, testLoginBody, 'could not parse request body')
    const id = named ?? ''
    if (id === '') throw new RefusalError({ code: 400, reason: 'provider_id is required' })
    if (id.length > longestProviderId) {
      throw new RefusalError({ code: 400, reason: `provider_id must be at most ${longestProviderId} characters` })
    }
    const provider = context.providers.find((candidate) => candidate.id === id)
    if (!provider) throw new RefusalError(unknownProvider(id).refusal)
    const token = randomUUID()
    const { organizationId } = provider
    const { label } = provider
    const nodes = [...providerButtons('provider', [{ id, label }], signInWithLabel), csrfNode()]
    const flow = newFlow(context, {
      kind: 'login',
      type: 'browser',
      state: 'choose_method',
      requestUrl: publicUrl(context.config.adminBaseUrl, '/admin/test-login-flows'),
      returnTo: undefined,
      secret: undefined,
      nodes: setValues(nodes, { csrf_token: token }),
      details: {
        // A session of the same browser does not end it early.
        refresh: true,
        requestedAal: 'aal1',
        ...(organizationId !== undefined && { organizationId }),
        testLogin: { providerId: id, token },
      },
      now: route.now,
    })
    await context.transactions.write(() => context.flows.insert(flow))
    return jsonTextAnswer(201, flowText(flow, context.config, undefined))
  }
}
