import { Panel } from '@gatehouse/design/content'
import { FlowForm, FlowMessages, type FlowFormProps } from '@gatehouse/flow-form/flow-form'
import { labelsOf } from '@gatehouse/flow-form/labels'
import { groupsOf } from '@gatehouse/flow-form/nodes'
import { localizeFlow } from '@gatehouse/i18n/translator'
import type { SubmitEvent } from 'react'
import { fixtures, type Fixture } from './fixtures.ts'
import type { Look } from './look.ts'
import { Specimen } from './specimen.tsx'
import { translatorOf } from './texts.ts'

type More = Partial<FlowFormProps>

/** The page's additions to a flow: fixture, then state. */
const variants: Readonly<Record<string, Readonly<Record<string, More>>>> = {
  login: {
    busy: { busy: true, pressed: { name: 'method', value: 'password' } },
    'last used': { lastUsed: 'passkey' },
    'asking a device': { trigger: { asking: 'oryPasskeyLogin' } },
    'no answer of a device': { trigger: { problem: { name: 'oryPasskeyLogin', text: 'It was canceled.' } } },
    'link beside a label': {
      fieldEnd: ({ attributes }) => attributes.name === 'password' && <a href="#login">Forgot password?</a>,
    },
  },
}

/** Draws every flow, in every state there is a fixture of. */
export function Flows({ language }: { readonly language: Look['language'] }) {
  const t = translatorOf(language)
  const labels = labelsOf((key, values) => t(`common:${key}`, { ...values }))
  return fixtures.flatMap((fixture) => {
    const flow = localizeFlow(fixture.flow, t)
    const states = Object.entries(variants[fixture.name] ?? {})
    return [['', {}] as const, ...states].map(([state, more]) => (
      <FlowSpecimen
        key={`${fixture.name} ${state}`}
        fixture={{ ...fixture, flow }}
        state={state}
        more={{ ...more, labels }}
      />
    ))
  })
}

interface FlowSpecimenProps {
  readonly fixture: Fixture
  readonly state: string
  readonly more: More
}

function FlowSpecimen({ fixture: { name, kind, flow }, state, more }: FlowSpecimenProps) {
  const title = [name.replaceAll('-', ' '), state].filter(Boolean).join(', ')
  const idPrefix = `${title.replaceAll(/\W+/g, '-')}-`
  const { errorTitle = '' } = more.labels ?? {}
  const form = { flow, kind, idPrefix, ...more, onTrigger: ignoreTrigger, formProps: { onSubmit: stayHere } }
  // A settings page has a form for each method.
  const parts = kind === 'settings' ? groupsOf(flow.ui.nodes).map((group) => [group]) : [undefined]
  return (
    <Specimen name={title}>
      <FlowMessages flow={flow} labels={{ errorTitle }} idPrefix={idPrefix} />
      {parts.map((groups, index) => (
        <Panel key={index} padded>
          <FlowForm {...form} groups={groups} />
        </Panel>
      ))}
    </Specimen>
  )
}

/** Prevents a submission: there is no service behind the gallery. */
function stayHere(event: SubmitEvent<HTMLFormElement>): void {
  event.preventDefault()
}

function ignoreTrigger(): void {}
