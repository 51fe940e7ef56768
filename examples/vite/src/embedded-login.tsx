import '@gatehouse/flow-form/styles.css'
import { useEmbeddedFlow } from '@gatehouse/flow-form/embedded'
import { FlowForm, FlowMessages } from '@gatehouse/flow-form/flow-form'
import { SignedIn, SignedOut, nameOf, useSession } from '@gatehouse/react'
import { useEffect } from 'react'

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
  const { flow, fault, ...form } = useEmbeddedFlow(ACCOUNT_URL, 'login', onSignedIn)
  return (
    <>
      {fault && <p role="alert">Signing in is not possible right now ({fault.message}).</p>}
      {flow && <FlowMessages flow={flow} />}
      {flow && <FlowForm flow={flow} {...form} />}
    </>
  )
}
