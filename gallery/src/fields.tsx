import {
  Checkbox,
  CodeInput,
  Field,
  FileInput,
  TextArea,
  TextInput,
  PasswordInput,
  Select,
  type ControlProps,
  type FieldMessage,
} from '@gatehouse/design/controls'
import type { ReactNode } from 'react'
import { focused } from './buttons.tsx'
import { Specimen } from './specimen.tsx'

interface FieldState {
  readonly attributes?: { readonly disabled?: boolean; readonly 'data-focus'?: boolean }
  readonly messages?: readonly FieldMessage[]
  readonly hint?: string
}

const states: Readonly<Record<string, FieldState>> = {
  default: {},
  hint: { hint: 'What this is for.' },
  focus: { attributes: focused() },
  error: { messages: [{ kind: 'error', text: 'Please fill this in.' }] },
  success: { messages: [{ kind: 'success', text: 'This address is verified.' }] },
  info: { messages: [{ kind: 'info', text: 'A code was sent there.' }] },
  disabled: { attributes: { disabled: true } },
}

const passwordLabels = { showPassword: 'Show password', hidePassword: 'Hide password', capsLock: 'Caps Lock is on.' }
const plans = [
  { value: 'one', label: 'For one' },
  { value: 'team', label: 'For a team' },
]

type Attributes = ControlProps & NonNullable<FieldState['attributes']>

const controls: Readonly<Record<string, (attributes: Attributes) => ReactNode>> = {
  TextInput: (attributes) => <TextInput type="email" defaultValue="ada@example.org" {...attributes} />,
  TextArea: (attributes) => <TextArea rows={3} defaultValue="Several lines" {...attributes} />,
  PasswordInput: (attributes) => <PasswordInput labels={passwordLabels} defaultValue="a password" {...attributes} />,
  CodeInput: (attributes) => <CodeInput defaultValue="482913" {...attributes} />,
  FileInput: (attributes) => <FileInput look="zone" multiple {...attributes} />,
  Select: (attributes) => <Select options={plans} placeholder="Please choose" {...attributes} />,
}

/** Draws every control in a field, in every state. */
export function Fields() {
  return (
    <>
      {Object.entries(controls).map(([name, control]) => (
        <Specimen key={name} name={`Field, ${name}`}>
          {Object.entries(states).map(([state, { attributes, ...field }]) => (
            <Field key={state} id={`${name}-${state}`} label={state} {...field}>
              {(tie) => control({ ...tie, ...attributes })}
            </Field>
          ))}
        </Specimen>
      ))}
      <Specimen name="Checkbox">
        {Object.entries(states).map(([state, { attributes, messages = [] }]) => (
          <Checkbox key={state} id={`checkbox-${state}`} label={state} messages={messages} {...attributes} />
        ))}
        <Checkbox id="checkbox-ticked" label="ticked" defaultChecked />
      </Specimen>
    </>
  )
}
