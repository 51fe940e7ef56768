import type { InputNode } from '@gatehouse/contract/flows'
import {
  Checkbox,
  CodeInput,
  Field,
  TextInput,
  PasswordInput,
  Select,
  type ControlProps,
  type FieldMessage,
} from '@gatehouse/design/controls'
import { fieldAttributes, initialValue, isCodeField } from './field-attributes.ts'
import type { FlowFormLabels } from './labels.ts'
import { controlId, labelOf, testIdOf, textOf } from './node-facts.ts'
import type { NodeViewProps } from './node-props.ts'

export interface FieldNodeProps extends NodeViewProps {
  readonly node: InputNode
  readonly labels: FlowFormLabels
}

/** A node that a person fills: text of any type, a password, a code, a choice, a tick. */
export function FieldNode(props: FieldNodeProps) {
  const { node, idPrefix, formErrors = [] } = props
  if (node.attributes.type === 'checkbox') return <CheckboxNode {...props} />
  return (
    <Field
      id={controlId(node, idPrefix)}
      label={labelOf(node)}
      end={props.end}
      messages={[...messagesOf(node), ...formErrors.map(({ text }) => ({ text, kind: 'error' as const }))]}
      errorIds={props.errorIds}
      data-testid={testIdOf(node)}
    >
      {(control) => (
        <>
          <Control {...props} control={control} />
          {props.foot}
        </>
      )}
    </Field>
  )
}

function Control({
  node,
  kind,
  labels,
  validate = true,
  autoSubmit = false,
  caret = false,
  enterKey,
  control,
}: FieldNodeProps & { control: ControlProps }) {
  const { name, type, required, disabled, options } = node.attributes
  const base = {
    ...control,
    name,
    disabled,
    ...requirement(validate, required),
    defaultValue: initialValue(node),
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- only in what the page asks for
    autoFocus: caret,
    enterKeyHint: enterKey,
  }
  if (options) {
    // The placeholder stands for an empty value; an object is no value of a form.
    const choices = options
      .map(({ value, label }) => ({ value: textOf(value), label: label?.text || textOf(value) }))
      .filter(({ value }) => value !== '')
    const { enterKeyHint: _, ...chosen } = base
    return <Select {...chosen} options={choices} placeholder={labels.choose} />
  }
  const { type: inputType, ...attributes } = fieldAttributes(node, kind)
  if (type === 'password') return <PasswordInput {...base} {...attributes} labels={labels} />
  if (isCodeField(node)) {
    const { maxlength } = node.attributes
    return <CodeInput {...base} {...(maxlength ? { length: maxlength } : {})} autoSubmit={autoSubmit} />
  }
  return <TextInput {...base} {...attributes} type={inputType} />
}

function CheckboxNode({ node, idPrefix, validate = true, caret = false }: FieldNodeProps) {
  const { name, required, disabled, value } = node.attributes
  return (
    <div data-testid={testIdOf(node)}>
      {/* An unticked box sends nothing; the service takes the last of two values. */}
      <input type="hidden" name={name} value="false" disabled={disabled} />
      <Checkbox
        id={controlId(node, idPrefix)}
        label={labelOf(node)}
        messages={messagesOf(node)}
        name={name}
        value="true"
        defaultChecked={value === true || value === 'true'}
        {...requirement(validate, required)}
        disabled={disabled}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- only on the refused field
        autoFocus={caret}
      />
    </div>
  )
}

/** Without the browser's checks a required field must still be announced. */
function requirement(validate: boolean, required: boolean | undefined) {
  return { required: validate && required, 'aria-required': (!validate && required) || undefined }
}

/** Returns the service's messages about an input, as the lines below its control. */
export function messagesOf(node: InputNode): readonly FieldMessage[] {
  return node.messages.map(({ id, text, type }) => ({ text, kind: type, testId: `ui/message/${id}` }))
}
