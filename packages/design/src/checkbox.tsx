import type { ComponentProps, ReactNode } from 'react'
import classes from './checkbox.module.css'
import { controlProps, FieldMessages, type FieldMessage } from './field.tsx'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'id' | 'className'> {
  readonly id: string
  readonly label: ReactNode
  readonly messages?: readonly FieldMessage[]
}

/** A native checkbox, its label and its messages. */
export function Checkbox({ id, label, messages = [], ...input }: CheckboxProps) {
  return (
    <div className={classes.checkbox} data-part="checkbox">
      <div className={classes.line}>
        <input {...input} {...controlProps(id, undefined, messages)} type="checkbox" />
        <label htmlFor={id}>{label}</label>
      </div>
      <FieldMessages id={id} messages={messages} />
    </div>
  )
}
