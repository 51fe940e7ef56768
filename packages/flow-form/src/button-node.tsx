import type { InputNode } from '@gatehouse/contract/flows'
import { Badge, Icon, ProviderIcon, type IconName } from '@gatehouse/design/content'
import { Button, FieldMessages } from '@gatehouse/design/controls'
import { messagesOf } from './field-node.tsx'
import type { FlowFormLabels } from './labels.ts'
import { controlId, labelOf, roleOf, testIdOf, textOf } from './node-facts.ts'
import type { NodeViewProps } from './node-props.ts'
import { ResendButton } from './resend-button.tsx'
import { TriggerButton } from './trigger-button.tsx'
import { clickTrigger } from './triggers.ts'

/** As for every node, but only an input can be pressed, and the words of the form are needed. */
export interface ButtonNodeProps extends NodeViewProps {
  readonly node: InputNode
  readonly labels: FlowFormLabels
}

const iconByGroup: Readonly<Record<string, IconName>> = {
  passkey: 'key',
  webauthn: 'key',
  code: 'mail',
  link: 'mail',
  password: 'lock',
  totp: 'phone',
  lookup_secret: 'codes',
}

/** A node that is pressed. It sends exactly its own name and value. */
export function ButtonNode(props: ButtonNodeProps) {
  const { node, labels, variant, row, short, validate = true, busy, pressed, paused, lastUsed } = props
  const { name, value, disabled } = node.attributes
  const trigger = clickTrigger(node.attributes)
  const role = roleOf(node)
  const isPressed = busy && pressed?.name === name && pressed.value === textOf(value)
  const isPaused = paused?.name === name && paused.value === textOf(value)
  const looks = { variant, row, disabled, busy: isPressed, icon: row && <MethodIcon node={node} /> }
  const label = labelOf(node)
  const brief = short ? textOf(node.meta.label?.context?.['provider']) || undefined : undefined
  const end = lastUsed && <Badge tone="good">{labels.lastUsed}</Badge>
  const submit = { type: 'submit', name, value: textOf(value), formNoValidate: !validate } as const
  return (
    <div data-testid={testIdOf(node)} data-needs-script={role === 'trigger' || undefined}>
      {role === 'trigger' && (
        <TriggerButton
          {...looks}
          end={end}
          name={name}
          value={textOf(value)}
          trigger={trigger}
          state={props.trigger}
          idPrefix={props.idPrefix}
          onTrigger={props.onTrigger}
        >
          {label}
        </TriggerButton>
      )}
      {role === 'resend' && (
        <ResendButton {...looks} {...submit} countdown={labels.resendIn}>
          {label}
        </ResendButton>
      )}
      {role !== 'trigger' && role !== 'resend' && (
        <Button
          {...looks}
          {...submit}
          end={end}
          aria-label={brief && label}
          aria-disabled={isPaused || undefined}
          onClick={isPaused ? (event) => event.preventDefault() : undefined}
        >
          {brief ?? label}
        </Button>
      )}
      <FieldMessages id={`${controlId(node, props.idPrefix)}-${textOf(value)}`} messages={messagesOf(node)} />
    </div>
  )
}

function MethodIcon({ node }: { readonly node: InputNode }) {
  if (roleOf(node) === 'provider' || node.attributes.name === 'unlink') {
    const name = textOf(node.meta.label?.context?.['provider'])
    const id = textOf(node.attributes.value)
    return <ProviderIcon provider={id} name={name || id} />
  }
  if (node.meta.label?.context?.['channel'] === 'sms' || isPhone(node)) return <Icon name="phone" />
  return <Icon name={iconByGroup[node.group] ?? 'arrow'} />
}

/** Of the addresses that a code can go to, those of mail have an `@`, masked or not. */
function isPhone({ attributes: { name }, meta }: InputNode): boolean {
  return name === 'recovery_select_address' && meta.label?.text.includes('@') === false
}
