import { createControlPlaneApi, type CallResult } from '@gatehouse/client/control-plane'
import type { AnswerOf, BodyInput } from '@gatehouse/contract/control-plane'
import { onboardingOver, refusalPage } from '../failure/fail.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'

/** The data that an onboarding link shows. */
export type Onboarding = AnswerOf<'getOnboarding'>

/** The provider's settings from an organization's administrator. Without a secret, the stored one is kept. */
export type WantedConnection = BodyInput<'setOnboardingConnection'>

/** The calls of an onboarding link's holder. They throw a page for a link that is over. */
export interface Portal {
  show(): Promise<Onboarding>
  connect(wanted: WantedConnection): Promise<CallResult<Onboarding>>
  check(): Promise<CallResult<unknown>>
}

/** Opens the portal. The link's token is its only credential. Absent: this browser has not opened the link. */
export function openPortal(page: ConsoleRequest, token: string | undefined): Portal {
  const api = createControlPlaneApi({
    baseUrl: page.publicOrigin,
    send: (request) => {
      request.headers.set('authorization', `Bearer ${token}`)
      return page.controlPlane.fetch(request)
    },
  })
  const open = async <T>(call: () => Promise<CallResult<T>>): Promise<CallResult<T>> => {
    if (token === undefined) throw onboardingOver(page)
    const answer = await call()
    if (answer.kind === 'refused' && [401, 403, 410].includes(answer.status)) throw onboardingOver(page)
    return answer
  }
  return {
    show: async () => {
      const answer = await open(() => api.call('getOnboarding'))
      if (answer.kind === 'refused') throw refusalPage(page, answer.status, answer.reason)
      return answer.body
    },
    connect: (wanted) => open(() => api.call('setOnboardingConnection', { body: wanted })),
    check: () => open(() => api.call('checkOnboardingConnection')),
  }
}
