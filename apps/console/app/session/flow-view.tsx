import { FlowForm } from '@gatehouse/flow-form/flow-form'
import { FlowMessages } from '@gatehouse/flow-form/flow-messages'
import type { FlowFormLabels } from '@gatehouse/flow-form/labels'
import type { InputNode } from '@gatehouse/contract/node'
import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { useText } from '../text/texts.tsx'
import type { DrawnFlow } from './drawn-flow.ts'

export interface FlowViewProps<K extends 'login' | 'registration'> {
  readonly kind: K
  readonly drawn: DrawnFlow<K>
  readonly fieldEnd?: (node: InputNode) => ReactNode
}

/** A flow of the identity service: what it says, and its form. */
export function FlowView<K extends 'login' | 'registration'>({ kind, drawn, fieldEnd }: FlowViewProps<K>) {
  const labels = useFormLabels()
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

/** Operators sign in by forms; a button that only script can serve says so in English. */
function useFormLabels(): Omit<FlowFormLabels, 'needsScript'> {
  const t = useText('console')
  return {
    or: t('form.or'),
    showPassword: t('form.show_password'),
    hidePassword: t('form.hide_password'),
    capsLock: t('form.caps_lock'),
    errorTitle: t('form.error_title'),
    lastUsed: t('form.last_used'),
    moreProviders: t('form.more_providers'),
    choose: t('form.choose'),
    unsupported: t('form.unsupported'),
    codeUsed: t('form.code_used'),
    resendIn: (seconds) => t('form.resend_in', { seconds }),
  }
}
