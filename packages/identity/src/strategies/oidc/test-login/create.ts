import { randomUUID } from 'node:crypto'
import { jsonTextAnswer } from '@gatehouse/platform/http'
import { z } from 'zod'
import type { FlowContext } from '../../../flows/flow-context.ts'
import { newFlow } from '../../../flows/model/new-flow.ts'
import { flowText, publicUrl } from '../../../flows/presentation/present.ts'
import { RefusalError } from '../../../http/answer.ts'
import { readJsonBody } from '../../../http/json-body.ts'
import type { Route } from '../../../http/route.ts'
import { signInWithLabel } from '../../../messages/oidc.ts'
import { setValues } from '../../../nodes/change.ts'
import { csrfNode } from '../../../nodes/node.ts'
import type { OidcContext } from '../dependencies.ts'
import { providerButtons } from '../nodes.ts'
import { unknownProvider } from '../start.ts'

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
