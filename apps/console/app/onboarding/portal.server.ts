import { type Changed, readAnswer } from '../control-plane/answer.server.ts'
import { onboardingOver, refusedByControlPlane } from '../failure/fail.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'

/** What an onboarding link shows. */
export interface Onboarding {
  readonly organization: { readonly label: string; readonly domains: readonly string[] }
  readonly project: { readonly name: string }
  /** RFC 3339. */
  readonly expires_at: string
  /** To be registered at the provider. */
  readonly redirect_uri: string
  readonly sign_in_url: string
  readonly connection: {
    readonly issuer_url: string
    readonly client_id: string
    readonly has_secret: boolean
  } | null
}

/** What an organization's administrator says about their provider. */
export interface WantedConnection {
  readonly issuer_url: string
  readonly client_id: string
  /** Absent: the one that is there. */
  readonly client_secret?: string
}

/** Calls of whoever has an onboarding link. They throw a page for a link that is over. */
export interface Portal {
  show(): Promise<Onboarding>
  connect(wanted: WantedConnection): Promise<Changed<Onboarding>>
  check(): Promise<Changed<unknown>>
}

/** The link's token is the only thing that lets anybody in. Absent: this browser has not opened the link. */
export function openPortal(page: ConsoleRequest, token: string | undefined): Portal {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<Changed<T>> => {
    if (token === undefined) throw onboardingOver(page)
    const init = {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
    const answer = await readAnswer<T>(await page.controlPlane.fetch(new Request(page.publicOrigin + path, init)))
    if (answer.kind === 'refused' && [401, 403, 410].includes(answer.status)) throw onboardingOver(page)
    return answer
  }
  return {
    show: async () => {
      const answer = await call<Onboarding>('GET', '/onboarding/organization')
      if (answer.kind === 'refused') throw refusedByControlPlane(page, answer.status, answer.reason)
      return answer.body
    },
    connect: (wanted) => call('PUT', '/onboarding/connection', wanted),
    check: () => call('POST', '/onboarding/connection/check'),
  }
}
