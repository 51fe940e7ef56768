import type { FlowByKind } from '@gatehouse/contract/flows'
import type { ErrorEnvelope } from '@gatehouse/contract/http'
import { useEffect, useState, type SubmitEvent } from 'react'

/** The kinds of flows that end with a session. */
export type EmbeddedKind = 'login' | 'registration'

/** A flow that script fetches and sends. All but `fault` are props of `FlowForm`. */
export interface EmbeddedFlow<Kind extends EmbeddedKind> {
  /** Undefined until the service has answered. */
  readonly flow: FlowByKind[Kind] | undefined
  readonly kind: Kind
  readonly busy: boolean
  readonly formProps: { readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void }
  /** The service did not answer, or refused this page's origin: nothing was sent, or its outcome is unknown. */
  readonly fault: Error | undefined
}

const json = { accept: 'application/json' }

/**
 * A form of the account service at another host of the application's domain. The person stays in the application,
 * whatever they type; only a provider or a second factor is at the service's own page. `account`: its origin, which
 * has this page's origin in `cors_origins`. `onDone` is called when the flow is, or when there was a session already.
 */
export function useEmbeddedFlow<Kind extends EmbeddedKind>(
  account: string,
  kind: Kind,
  onDone: () => unknown,
): EmbeddedFlow<Kind> {
  const [flow, setFlow] = useState<FlowByKind[Kind]>()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Error>()

  async function begin(): Promise<unknown> {
    const answer = await fetch(`${account}/self-service/${kind}/browser`, { credentials: 'include', headers: json })
    const said = await answer.json()
    if (answer.ok) return setFlow(said)
    if (said.error?.id === 'session_already_available') return onDone()
    throw refused(said, answer)
  }
  async function send(body: URLSearchParams): Promise<unknown> {
    const answer = await fetch(flow?.ui.action ?? '', { method: 'POST', credentials: 'include', headers: json, body })
    const said = await answer.json()
    // The flow has the messages.
    if (said.ui !== undefined) return setFlow(said)
    if (answer.ok) return onDone()
    if (said.redirect_browser_to !== undefined) return location.assign(said.redirect_browser_to)
    if (answer.status === 429 || answer.status >= 500) throw refused(said, answer)
    // The flow is over, or another one has signed the person in.
    return begin()
  }
  const fail = (error: unknown) => setFault(error instanceof Error ? error : new Error(String(error)))
  useEffect(() => {
    begin().catch(fail)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for a form
  }, [account, kind])

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const body = new URLSearchParams()
    for (const [name, value] of new FormData(event.currentTarget, event.nativeEvent.submitter))
      if (typeof value === 'string') body.append(name, value)
    setBusy(true)
    setFault(undefined)
    send(body)
      .catch(fail)
      .finally(() => setBusy(false))
  }
  return { flow, kind, busy, fault, formProps: { onSubmit } }
}

function refused(said: Partial<ErrorEnvelope>, { status }: Response): Error {
  return new Error(said.error?.reason ?? `The account service answered ${status}`)
}
