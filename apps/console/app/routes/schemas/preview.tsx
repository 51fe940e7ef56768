import type { RegistrationFlow, InputNode } from '@gatehouse/contract/flows'
import type { SchemaField } from '@gatehouse/contract/identities'
import { FlowForm } from '@gatehouse/flow-form/flow-form'
import type { ReactNode } from 'react'
import { useText } from '../../text/texts.tsx'
import { traitNode } from '../../traits/trait-nodes.ts'

/** The form of a registration with a password, for these traits. It sends nothing. */
export function Preview({ fields }: { readonly fields: readonly SchemaField[] }) {
  const t = useText('console_people')
  const password = inputNode('password', 'password', t('schema.password'))
  const nodes = [
    ...fields.map((field) => ({ ...traitNode(field, {}), group: 'password' })),
    { ...password, attributes: { ...password.attributes, required: true, autocomplete: 'new-password' } },
    inputNode('method', 'submit', t('schema.sign_up'), 'password'),
  ]
  return <FlowForm flow={flowOf(nodes)} kind="registration" form={Paper} />
}

/** In the place of a form: there is nothing to send. */
function Paper({ className, children }: { readonly className?: string; readonly children?: ReactNode }) {
  return (
    <div className={className} data-part="preview">
      {children}
    </div>
  )
}

function inputNode(name: string, type: string, label: string, value?: string): InputNode {
  return {
    type: 'input',
    group: 'password',
    messages: [],
    attributes: { node_type: 'input', name, type, disabled: false, ...(value !== undefined && { value }) },
    meta: { label: { id: 0, text: label, type: 'info' } },
  }
}

function flowOf(nodes: readonly InputNode[]): RegistrationFlow {
  return {
    id: 'preview',
    type: 'api',
    expires_at: '',
    issued_at: '',
    request_url: '',
    organization_id: null,
    state: 'choose_method',
    ui: { action: '', method: 'POST', nodes },
  }
}
