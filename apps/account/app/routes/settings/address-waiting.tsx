import { isInputNode, type SettingsFlow } from '@gatehouse/contract/flows'
import { Address, Icon, Panel, Row, Section } from '@gatehouse/design/content'
import { Button } from '@gatehouse/design/controls'
import { FlowForm, FlowMessages } from '@gatehouse/flow-form/flow-form'
import { Form } from 'react-router'
import { useSubmission } from '../../flow-page/form/submission.ts'
import { Waiting } from '../../flow-page/form/waiting.tsx'
import type { AddressProof } from '../../flow-page/settings/address-proof.ts'
import { useFormLabels } from '../../layout/form-labels.ts'
import { inSection } from '../../request/section.ts'
import { useText } from '../../text/text-source.ts'
import classes from './settings-page.module.css'
import type { WaitingAddress } from './waiting-addresses.ts'

export interface AddressWaitingProps {
  readonly flow: SettingsFlow
  readonly waiting: readonly [WaitingAddress, ...WaitingAddress[]]
  /** The address to which the flow’s forms post. */
  readonly action: string
  /** The code that the first of them waits for, if it was sent a moment ago. */
  readonly proof: AddressProof | undefined
}

/** New addresses that wait for their proof: each can be proved now, or discarded. */
export function AddressWaiting({ flow, waiting, action, proof }: AddressWaitingProps) {
  const t = useText('settings')
  const { busy, pressed, onSubmit } = useSubmission()
  const token = flow.ui.nodes.filter(isInputNode).find((node) => node.attributes.name === 'csrf_token')?.attributes
  return (
    <Section id="address_waits" title={waiting[0].label} intro={t('waiting.intro')}>
      <Panel>
        {waiting.map(({ id, address, resend, discard }) => (
          <Row
            key={id}
            icon={<Icon name="mail" />}
            title={<Address>{address}</Address>}
            action={
              <Form method="post" action={inSection(action, 'profile')} onSubmit={onSubmit} className={classes.actions}>
                {typeof token?.value === 'string' && <input type="hidden" name="csrf_token" value={token.value} />}
                {[
                  { node: resend, text: t('address.confirm'), variant: undefined },
                  { node: discard, text: discard.meta.label?.text, variant: 'text' as const },
                ]
                  // The form of the code has a button for another one.
                  .filter(({ node }) => !proof || node !== resend)
                  .map(({ node: { attributes }, text, variant }) => (
                    <Button
                      key={attributes.name}
                      type="submit"
                      name={attributes.name}
                      value={id}
                      size="small"
                      variant={variant}
                      busy={busy && pressed?.name === attributes.name && pressed.value === id}
                      data-testid={attributes.name}
                    >
                      {text}
                    </Button>
                  ))}
              </Form>
            }
          />
        ))}
        {proof && <AddressProofForm {...proof} />}
      </Panel>
    </Section>
  )
}

/** The form for the code of a new address, and the address of its message. A wrong code is answered here as well. */
function AddressProofForm({ flow, action }: AddressProof) {
  const labels = useFormLabels()
  const { busy, pressed, onSubmit } = useSubmission()
  return (
    <div className={classes.proof} data-testid="address-proof">
      <FlowMessages flow={flow} labels={labels} idPrefix="proof-" />
      <FlowForm
        flow={flow}
        kind="verification"
        action={action}
        idPrefix="proof-"
        form={Form}
        formProps={{ onSubmit, noValidate: true }}
        busy={busy}
        pressed={pressed}
        labels={labels}
      />
      <Waiting busy={busy && pressed !== undefined} />
    </div>
  )
}
