import { randomUUID } from 'node:crypto'

import { clearedAtSignOut } from '@gatehouse/contract/http'
import { emptyAnswer, jsonAnswer, jsonTextAnswer } from '@gatehouse/platform/http'

import type { IdentityConfig } from '../../configuration/config.ts'
import { errorAnswer, errorEnvelope, redirectAnswer, withCookies, type Refusal } from '../../http/answer.ts'
import type { Outcome } from '../model/outcome.ts'
import { flowPage, flowText, withParameters } from '../presentation/present.ts'
import type { FlowStore } from '../ports/flow-store.ts'
import type { RequestContext } from './request-context.ts'

/** The dependencies of the conversion of outcomes into HTTP responses. */
export interface AnswerDependencies {
  readonly config: Pick<IdentityConfig, 'improvements' | 'publicBaseUrl' | 'selfservice'>
  readonly flows: Pick<FlowStore, 'insertError'>
}

/** Turns outcomes into HTTP: JSON for scripts and native apps, redirects for browsers that navigate. */
export async function answer(
  dependencies: AnswerDependencies,
  request: RequestContext,
  outcome: Outcome,
): Promise<Response> {
  const answered = withCookies(await bare(dependencies, request, outcome), outcome.cookies ?? [])
  if (outcome.endsSession) answered.headers.set('clear-site-data', clearedAtSignOut)
  return answered
}

async function bare(dependencies: AnswerDependencies, request: RequestContext, outcome: Outcome): Promise<Response> {
  const { config, flows } = dependencies
  switch (outcome.kind) {
    case 'flow': {
      const { flow, extra } = outcome
      if (!request.wantsJson && !outcome.asJson && flow.type === 'browser') {
        return redirectAnswer(outcome.redirect ?? 303, outcome.page ?? flowPage(config, flow))
      }
      const secret = outcome.secret ?? request.secret
      return jsonTextAnswer(outcome.status, flowText(flow, config, secret, extra))
    }
    case 'done':
      return request.wantsJson || outcome.native ? jsonAnswer(200, outcome.body) : redirectAnswer(303, outcome.location)
    case 'json':
      return jsonAnswer(200, outcome.body)
    case 'location_change':
      return request.wantsJson || outcome.native
        ? errorAnswer(locationChange(outcome.location))
        : redirectAnswer(303, outcome.location)
    case 'redirect':
      return redirectAnswer(outcome.status, outcome.location)
    case 'refused': {
      const { refusal, page } = outcome
      if (request.wantsJson || outcome.native) return errorAnswer(refusal)
      if (page) return redirectAnswer(page.status, page.location)
      const id = randomUUID()
      await flows.insertError({ id, body: { ...errorEnvelope(refusal).error }, createdAt: request.now })
      return redirectAnswer(303, withParameters(config.selfservice.flows.error.uiUrl, { id }))
    }
    case 'empty':
      return emptyAnswer()
    default:
      return outcome satisfies never
  }
}

function locationChange(location: string): Refusal {
  return {
    code: 422,
    id: 'browser_location_change_required',
    reason: `This flow goes on in the browser at ${location}`,
    message: 'browser location change required',
    siblings: { redirect_browser_to: location },
  }
}
