import type { LoginFlow } from '@gatehouse/contract/flows'
import { FlowForm, FlowMessages } from '@gatehouse/flow-form/flow-form'
import { use } from 'react'
import { loadLoginFlow } from './login-flow.ts'

let loading: Promise<LoginFlow> | undefined

/** Asked for once, and never by a person who is signed in: the service would refuse them a form. */
const currentFlow = () => (loading ??= loadLoginFlow())

/** Draws the whole integration: the service's messages, and its form. The browser posts it, the service answers. */
export function LoginForm() {
  const flow = use(currentFlow())
  return (
    <>
      <FlowMessages flow={flow} />
      <FlowForm flow={flow} kind="login" action={`/self-service/login?flow=${flow.id}`} />
    </>
  )
}
