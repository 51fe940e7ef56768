import type { Answer, OkAnswer } from '@gatehouse/client/client'
import type { FlowByKind, FlowKind } from '@gatehouse/contract/flows'
import { waitSeconds } from '../../request/fail.server.ts'
import type { PageRequest } from '../../request/page-request.ts'
import { flowNamedBy, toDestination } from '../../request/destination.server.ts'
import { detour } from './detours.server.ts'
import type { Outcome, Phase } from './outcome.ts'

/** The wait if another server's limit does not say how long. */
const shortestWaitSeconds = 30

/** Turns an answer into the outcome of the page. `onOk` decides the outcome of a success. */
export function readAnswer<T, K extends FlowKind>(
  answer: Answer<T, FlowByKind[K]>,
  flowPage: { readonly kind: K; readonly phase: Phase; readonly url: URL; readonly page: PageRequest },
  onOk: (answer: OkAnswer<T>) => Outcome<K>,
): Outcome<K> {
  const { kind, phase, url, page } = flowPage
  const { publicOrigin } = page
  switch (answer.kind) {
    case 'ok':
      return onOk(answer)
    case 'flow':
      return { kind: 'draw', flow: answer.flow, status: answer.status }
    case 'redirect': {
      const flowId = flowNamedBy(answer.location, publicOrigin, kind)
      if (flowId !== undefined) return { kind: 'replace', flowId, status: 410 }
      return { kind: 'go', ...toDestination(answer.location, publicOrigin) }
    }
    case 'error': {
      const { envelope, status, headers } = answer
      if (status === 429) return { kind: 'wait', seconds: waitSeconds(headers) ?? shortestWaitSeconds }
      const sentCookies = Boolean(page.credentials().cookie)
      return detour({ kind, phase, url, publicOrigin, sentCookies, envelope, status })
    }
    default:
      return answer satisfies never
  }
}
