import { FlowForm, FlowMessages } from '@gatehouse/flow-form/flow-form'
import { labelsOf } from '@gatehouse/flow-form/labels'
import type { InputNode } from '@gatehouse/contract/flows'
import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { useText } from '../text/texts.tsx'
import type { DrawnFlow } from './drawn-flow.ts'

export interface FlowViewProps<K extends 'login' | 'registration' | 'verification'> {
  readonly kind: K
  readonly drawn: DrawnFlow<K>
  readonly fieldEnd?: (node: InputNode) => ReactNode
}

/** A flow of the identity service: its messages and its form. */
export function FlowView<K extends 'login' | 'registration' | 'verification'>({
  kind,
  drawn,
  fieldEnd,
}: FlowViewProps<K>) {
  const labels = labelsOf(useText('console'))
  const { state, formAction } = useNavigation()
  return (
    <>
      <FlowMessages flow={drawn.flow} labels={labels} />
      <FlowForm
        key={drawn.flow.id}
        flow={drawn.flow}
        kind={kind}
        action={drawn.action}
        form={Form}
        formProps={{ noValidate: true }}
        busy={state !== 'idle' && formAction !== undefined}
        labels={labels}
        fieldEnd={fieldEnd}
      />
    </>
  )
}
