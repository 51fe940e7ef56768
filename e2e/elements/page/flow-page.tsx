import type { OryClientConfiguration } from '@ory/elements-react'
import { Login, Recovery, Registration, Settings, Verification } from '@ory/elements-react/theme'
import { useEffect, useState, type ReactElement } from 'react'
import { readFlow, startOf, type FlowKind } from './flows.ts'

const page = (path: string) => `${location.origin}${path}`

const config: OryClientConfiguration = {
  sdk: { url: location.origin },
  project: {
    name: 'Accounts',
    default_redirect_url: page('/'),
    error_ui_url: page('/error'),
    login_ui_url: page('/login'),
    registration_ui_url: page('/registration'),
    settings_ui_url: page('/settings'),
    recovery_ui_url: page('/recovery'),
    verification_ui_url: page('/verification'),
    registration_enabled: true,
    recovery_enabled: true,
    verification_enabled: true,
  },
}

type FlowOf<Form> = Form extends (props: infer Props) => unknown
  ? Props extends { flow: infer Flow }
    ? Flow
    : never
  : never

// The components get the service's answer as it is, without a check in between.
const forms: Readonly<Record<FlowKind, (flow: unknown) => ReactElement>> = {
  login: (flow) => <Login flow={flow as FlowOf<typeof Login>} config={config} />,
  registration: (flow) => <Registration flow={flow as FlowOf<typeof Registration>} config={config} />,
  settings: (flow) => <Settings flow={flow as FlowOf<typeof Settings>} config={config} />,
  verification: (flow) => <Verification flow={flow as FlowOf<typeof Verification>} config={config} />,
  recovery: (flow) => <Recovery flow={flow as FlowOf<typeof Recovery>} config={config} />,
}

/** Draws a page of a flow: starts one if there is none, else draws it by the components as they are published. */
export function FlowPage({ kind }: { readonly kind: FlowKind }) {
  const [flow, setFlow] = useState<unknown>()
  useEffect(() => {
    void readFlow(kind).then((found) => {
      if (found === undefined) location.assign(startOf(kind))
      else setFlow(found)
    })
  }, [kind])
  return flow === undefined ? <p>One moment …</p> : forms[kind](flow)
}
