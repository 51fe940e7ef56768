import { Checkbox } from '@gatehouse/design/controls'
import { useFormField } from './console-form.tsx'

export interface CheckFieldProps {
  readonly name: string
  readonly label: string
  readonly defaultChecked?: boolean
}

/** A checkbox. Keeps its state. */
export function CheckField({ name, label, defaultChecked = false }: CheckFieldProps) {
  const { id, typed, key, isAnswered, messages } = useFormField(name)
  const checked = isAnswered && typed !== undefined ? typed === 'on' : defaultChecked
  return <Checkbox key={key} id={id} name={name} label={label} messages={messages} defaultChecked={checked} />
}
