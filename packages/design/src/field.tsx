import type { ComponentProps, ReactNode } from 'react'
import classes from './field.module.css'
import { Icon } from './icon.tsx'

/** A line under a field. Only errors make the field invalid. */
export interface FieldMessage {
  readonly text: string
  readonly kind: 'error' | 'info' | 'success'
  readonly testId?: string
}

/** The attributes that tie a control to its field. */
export interface ControlProps {
  readonly id: string
  readonly 'aria-invalid'?: true
  readonly 'aria-describedby'?: string
}

export interface FieldProps extends Omit<ComponentProps<'div'>, 'id' | 'children' | 'className'> {
  readonly id: string
  readonly label: ReactNode
  /** Beside the label, at the line's end: a link such as "Forgot password?". The keyboard reaches it after the control. */
  readonly end?: ReactNode
  readonly hint?: ReactNode
  readonly messages?: readonly FieldMessage[]
  /** Ids of other elements of the page that describe its fault. */
  readonly errorIds?: string | undefined
  readonly children: (control: ControlProps) => ReactNode
}

/** A label, its control, a hint and messages, tied together for assistive technology. */
export function Field({ id, label, end, hint, messages = [], errorIds, children, ...rest }: FieldProps) {
  return (
    <div {...rest} className={classes.field} data-part="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
      {children(controlProps(id, hint, messages, errorIds))}
      {end && <div className={classes.end}>{end}</div>}
      <FieldMessages id={id} messages={messages} />
    </div>
  )
}

/** The attributes that tie a control to the hint and messages drawn for `id`, and to other elements (`errorIds`). */
export function controlProps(
  id: string,
  hint: ReactNode,
  messages: readonly FieldMessage[],
  errorIds?: string,
): ControlProps {
  const own = messages.map((_, index) => `${id}-message-${index}`)
  const describedBy = [hint ? `${id}-hint` : '', errorIds ?? '', ...own].filter(Boolean)
  const isInvalid = errorIds !== undefined || messages.some((message) => message.kind === 'error')
  return {
    id,
    ...(isInvalid && { 'aria-invalid': true as const }),
    ...(describedBy.length > 0 && { 'aria-describedby': describedBy.join(' ') }),
  }
}

/** The lines under a control. */
export function FieldMessages({ id, messages }: { readonly id: string; readonly messages: readonly FieldMessage[] }) {
  return messages.map((message, index) => (
    <p
      key={index}
      id={`${id}-message-${index}`}
      className={classes.message}
      data-kind={message.kind}
      data-testid={message.testId}
    >
      {message.kind === 'error' && <Icon name="alert" size={16} />}
      <span>{message.text}</span>
    </p>
  ))
}

/** A native text control in the house look. */
export function TextInput(props: ComponentProps<'input'>) {
  return <input {...props} className={classes.input} data-part="input" />
}

/** Several lines of text in the house look. `data-code`: text for machines. Keeps input from before script ran. */
export function TextArea({ defaultValue, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...props}
      defaultValue={typeof document === 'undefined' ? defaultValue : asList(defaultValue)}
      className={`${classes.input} ${classes.area}`}
      data-part="input"
    />
  )
}

/**
 * When React hydrates a page it writes the text of a text area into it once more, over input from meanwhile. It only
 * does so if it was given the same text as the element has; a list of one text means the same.
 */
function asList(text: ComponentProps<'textarea'>['defaultValue']) {
  return text === undefined ? undefined : [String(text)]
}
