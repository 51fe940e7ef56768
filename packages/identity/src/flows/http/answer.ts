import { randomUUID } from 'node:crypto'

import { clearedAtSignOut } from '@gatehouse/contract/clear-site-data'
import { emptyAnswer, jsonAnswer, jsonTextAnswer } from '@gatehouse/platform/answer'

import type { IdentityConfig } from '../../configuration/config.ts'
import { errorAnswer, errorEnvelope, redirectAnswer, withCookies } from '../../http/answer.ts'
import type { Refusal } from '../../http/answer.ts'
import type { Outcome } from '../model/outcome.ts'
import { flowPage, flowText, withParameters } from '../presentation/present.ts'
import type { FlowStore } from '../ports/flow-store.ts'
import type { Visit } from './request-context.ts'

/** What turning an outcome into HTTP takes. */
export interface AnswerDependencies {
  readonly config: Pick<IdentityConfig, 'publicBaseUrl' | 'selfservice'>
  readonly flows: Pick<FlowStore, 'insertError'>
}

/** The one place where outcomes become HTTP: JSON for scripts and native apps, redirects for browsers that navigate. */
export function answer(dependencies: AnswerDependencies, visit: Visit, outcome: Outcome): Response {
  const answered = withCookies(bare(dependencies, visit, outcome), outcome.cookies ?? [])
  if (outcome.endsSession) answered.headers.set('clear-site-data', clearedAtSignOut)
  return answered
}

function bare(dependencies: AnswerDependencies, visit: Visit, outcome: Outcome): Response {
  const { config, flows } = dependencies
  switch (outcome.kind) {
    case 'flow': {
      const { flow, extra } = outcome
      if (!visit.wantsJson && !outcome.asJson && flow.type === 'browser') {
        return redirectAnswer(outcome.redirect ?? 303, outcome.page ?? flowPage(config, flow))
      }
      const secret = outcome.secret ?? visit.secret
      return jsonTextAnswer(outcome.status, flowText(flow, config.publicBaseUrl, secret, extra))
    }
    case 'done':
      return visit.wantsJson || outcome.native ? jsonAnswer(200, outcome.body) : redirectAnswer(303, outcome.location)
    case 'told':
      return jsonAnswer(200, outcome.body)
    case 'leave':
      return visit.wantsJson || outcome.native
        ? errorAnswer(leaveRefusal(outcome.location))
        : redirectAnswer(303, outcome.location)
    case 'redirect':
      return redirectAnswer(outcome.status, outcome.location)
    case 'refused': {
      const { refusal, page } = outcome
      if (visit.wantsJson || outcome.native) return errorAnswer(refusal)
      if (page) return redirectAnswer(page.status, page.location)
      const id = randomUUID()
      flows.insertError({ id, body: { ...errorEnvelope(refusal).error }, createdAt: visit.now })
      return redirectAnswer(303, withParameters(config.selfservice.flows.error.uiUrl, { id }))
    }
    case 'empty':
      return emptyAnswer()
    default:
      return outcome satisfies never
  }
}

function leaveRefusal(location: string): Refusal {
  return {
    code: 422,
    id: 'browser_location_change_required',
    reason: `This flow goes on in the browser at ${location}`,
    message: 'browser location change required',
    siblings: { redirect_browser_to: location },
  }
}
