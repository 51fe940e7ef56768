import '@gatehouse/flow-form/styles.css'
import type { LoginFlow } from '@gatehouse/contract/flows'
import { FlowForm, FlowMessages } from '@gatehouse/flow-form/flow-form'
import { SignedIn, SignedOut, nameOf, useSession } from '@gatehouse/react'
import { useEffect, useState, type SubmitEvent } from 'react'

const json = { accept: 'application/json' }

/** Draws a sign-in form that keeps people in the application, even after a refused input. */
export default function EmbeddedLogin() {
  const { status, session, refresh, signInUrl } = useSession()
  const isOwed = status === 'second_factor_required'
  useEffect(() => {
    if (isOwed) location.assign(signInUrl(undefined, { aal: 'aal2' }))
  }, [isOwed, signInUrl])
  if (isOwed) return null
  return (
    <>
      <SignedOut>
        <Form onSignedIn={refresh} />
      </SignedOut>
      <SignedIn>
        <p>Hello {session && nameOf(session)}</p>
      </SignedIn>
    </>
  )
}

function Form({ onSignedIn }: { readonly onSignedIn: () => Promise<void> }) {
  const [flow, setFlow] = useState<LoginFlow>()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const begin = () => beginLogin().then(setFlow)
  const fail = (error: unknown) => setFault(`Signing in is not possible right now (${String(error)}).`)
  useEffect(() => {
    begin().catch(fail)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for a form
  }, [])
  const notice = fault !== undefined && <p role="alert">{fault}</p>
  if (flow === undefined) return notice

  async function post(action: string, form: FormData): Promise<void> {
    const body = new URLSearchParams()
    for (const [name, value] of form) if (typeof value === 'string') body.append(name, value)
    const answer = await fetch(action, { method: 'POST', credentials: 'include', headers: json, body })
    if (answer.ok) return onSignedIn()
    const said = await answer.json()
    // Faults are in the flow; a provider, or a second factor, is at another page; any other answer starts a new flow.
    if (said.ui) return setFlow(said)
    if (said.redirect_browser_to) return location.assign(said.redirect_browser_to)
    return begin()
  }
  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setBusy(true)
    setFault(undefined)
    post(flow?.ui.action ?? '', new FormData(event.currentTarget, event.nativeEvent.submitter))
      .catch(fail)
      .finally(() => setBusy(false))
  }
  return (
    <>
      {notice}
      <FlowMessages flow={flow} />
      <FlowForm flow={flow} kind="login" busy={busy} formProps={{ onSubmit: send }} />
    </>
  )
}

async function beginLogin(): Promise<LoginFlow> {
  const url = `${ACCOUNT_URL}/self-service/login/browser`
  const answer = await fetch(url, { credentials: 'include', headers: json })
  if (answer.ok) return answer.json()
  throw new Error(`The account service answered ${answer.status}`)
}
