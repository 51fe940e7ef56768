import { Alert } from '@gatehouse/design/content'
import {
  Button,
  ErrorSummary,
  Field,
  TextInput,
  Select,
  type ButtonVariant,
  type FieldMessage,
} from '@gatehouse/design/controls'
import { type ComponentProps, createContext, type ReactNode, useContext, useId, useState } from 'react'
import { Form, useActionData, useFormAction, useNavigation } from 'react-router'
import { keptAddress } from '../links/kept-query.ts'
import { useText } from '../text/texts.tsx'
import classes from './console-form.module.css'
import { type FaultyForm, faultsOf } from './faults.ts'
import { HiddenFields } from './hidden-fields.tsx'

/** A form posts to the page that it is on; `intent` and `hidden` are sent with its fields. */
export interface ConsoleFormProps {
  /** Identifies the form on its page; the action reads it. */
  readonly intent: string
  /** The word on the button. */
  readonly submit: string
  readonly variant?: ButtonVariant
  /** The subject of the button, if other buttons on the page have the same text. */
  readonly about?: string
  /** Hidden values that are sent with the form. */
  readonly hidden?: Readonly<Record<string, string>>
  /**
   * Identifies the values that the form was filled in with; sent as `before`. It stays as it was when the form was opened,
   * whatever the page loads meanwhile, until an answer brings another one.
   */
  readonly before?: string
  /** The id of a field's control, if it is not drawn by one of the fields here. */
  readonly fieldId?: (name: string) => string | undefined
  /** The label of a field, if its error message does not say which field it is about. */
  readonly fieldLabel?: (name: string) => string | undefined
  /** Beside the button. */
  readonly beside?: ReactNode
  /** For a long form: before the button, in a bar that stays in view. */
  readonly bar?: ReactNode
  /** It has numbers or dates: the browser checks what is typed, as it would send a half-typed one as empty. */
  readonly checksTyped?: boolean
  readonly children?: ReactNode
}

interface FormState {
  readonly id: string
  readonly answer: FaultyForm | undefined
}

const FormContext = createContext<FormState>({ id: '', answer: undefined })

/** For parts of a form in other files: the answer that refused it, if any. */
export function useFormAnswer(): FaultyForm | undefined {
  return useContext(FormContext).answer
}

/** For controls of other files: the id of a field's control, its input, and its faults. */
export function useFormField(name: string): {
  readonly id: string
  readonly typed: string | undefined
  /** For the control: another one where the answer has replaced its value, which the browser would keep. */
  readonly key: string | undefined
  /** The form was sent, and refused: an unticked checkbox is then not in `typed`. */
  readonly isAnswered: boolean
  readonly messages: readonly FieldMessage[]
} {
  const { id, answer } = useContext(FormContext)
  const typed = answer?.typed[name]
  const key = keyOf(answer, name)
  return { id: `${id}-${name}`, typed, key, isAnswered: answer !== undefined, messages: messagesOf(answer, name) }
}

/**
 * A form of the console: posts to its own page, works without script, and shows its faults. All checks are the
 * action's: a browser's own bubbles name one field at a time, in the browser's language.
 */
export function ConsoleForm({
  intent,
  submit,
  variant = 'primary',
  about,
  hidden = {},
  before = '',
  fieldId,
  fieldLabel,
  beside,
  bar,
  checksTyped = false,
  children,
}: ConsoleFormProps) {
  const id = useId()
  const [opened] = useState(before)
  const { formData } = useNavigation()
  // Rows of a table have the same intent, each with its own values.
  const busy = Object.entries({ ...hidden, intent }).every(([name, value]) => formData?.get(name) === (value || null))
  const answer = useKeptAnswer(faultsOf(useActionData(), intent), busy)
  const action = keptAddress(useFormAction())
  return (
    <Form
      method="post"
      action={action}
      noValidate={!checksTyped}
      className={classes.form}
      preventScrollReset
      data-intent={intent}
      data-shows-faults
    >
      <HiddenFields fields={{ intent, ...hidden, before: answer?.typed['before'] ?? opened }} />
      <FormContext value={{ id, answer }}>
        {answer !== undefined && <Summary id={id} answer={answer} fieldId={fieldId} fieldLabel={fieldLabel} />}
        {children}
      </FormContext>
      <div className={bar === undefined ? classes.buttons : classes.bar}>
        {bar}
        <Button type="submit" variant={variant} size="small" busy={busy} aria-description={about}>
          {submit}
        </Button>
        {beside}
      </div>
    </Form>
  )
}

/** The messages of a form stay until it is sent again: the answer to another form of the page has none for it. */
function useKeptAnswer(latest: FaultyForm | undefined, isSending: boolean): FaultyForm | undefined {
  const [seen, setSeen] = useState({ answer: latest, isSending })
  const isNew = latest !== undefined && latest !== seen.answer
  if (isNew || isSending !== seen.isSending) {
    const isAnswered = seen.isSending && !isSending
    setSeen({ answer: latest ?? (isAnswered ? undefined : seen.answer), isSending })
  }
  return latest ?? seen.answer
}

interface SummaryProps {
  readonly id: string
  readonly answer: FaultyForm
  readonly fieldId: ConsoleFormProps['fieldId']
  readonly fieldLabel: ConsoleFormProps['fieldLabel']
}

function Summary({ id, answer, fieldId, fieldLabel }: SummaryProps) {
  const t = useText('console')
  const { fields, form } = answer.faults
  const isUnanswered = answer.isUnanswered === true
  if (form === undefined && Object.keys(fields).length === 0 && !isUnanswered) return <NothingSaved />
  const items = [
    ...(isUnanswered ? [{ text: t('form.not_sent') }] : []),
    ...(form === undefined ? [] : [{ text: <span lang="en">{form}</span> }]),
    ...Object.entries(fields).map(([name, fault]) => {
      const label = fieldLabel?.(name)
      const text = label === undefined ? fault : t('form.fault_of', { label, fault })
      const field = name === '' ? undefined : (fieldId?.(name) ?? `${id}-${name}`)
      return { text, field }
    }),
  ]
  return <ErrorSummary title={t('form.error_title')} items={items} submission={answer} />
}

/** Above a form that comes back as it was typed, with nothing wrong in it. */
export function NothingSaved() {
  const t = useText('console')
  return (
    <Alert kind="info" autoFocus data-testid="nothing-saved">
      {t('form.nothing_saved')}
    </Alert>
  )
}

/** Returns the hint below a secret's field: if the form comes back, it is empty and has to be filled in again. */
export function useSecretHint(hint?: ReactNode): ReactNode {
  const t = useText('console')
  const { answer } = useContext(FormContext)
  if (answer === undefined) return hint
  return (
    <>
      {hint} <span>{t('form.secret_again')}</span>
    </>
  )
}

interface OwnField {
  readonly name: string
  readonly label: string
  readonly hint?: ReactNode
}

/** A line of text. Keeps its input. */
export function TextField({ name, label, hint, defaultValue, ...rest }: OwnField & ComponentProps<'input'>) {
  const { id, answer } = useContext(FormContext)
  return (
    <Field id={`${id}-${name}`} label={label} hint={hint} messages={messagesOf(answer, name)}>
      {(control) => (
        <TextInput
          key={keyOf(answer, name)}
          {...rest}
          {...control}
          name={name}
          defaultValue={answer?.typed[name] ?? defaultValue ?? ''}
        />
      )}
    </Field>
  )
}

/** A field for a value that programs read: left to right in every language, and without the browser's autofill. */
export function CodeField(props: OwnField & ComponentProps<'input'>) {
  return <TextField autoComplete="off" dir="ltr" {...props} />
}

/** A secret. The stored one is never shown; the hint says that an empty field keeps it. */
export function SecretField(props: OwnField & Omit<ComponentProps<'input'>, 'type' | 'defaultValue'>) {
  const hint = useSecretHint(props.hint)
  return <CodeField {...props} type="password" hint={hint} />
}

/** One of a few. */
export function ChoiceField({
  name,
  label,
  hint,
  defaultValue,
  options,
}: OwnField & { readonly defaultValue?: string; readonly options: ComponentProps<typeof Select>['options'] }) {
  const { id, answer } = useContext(FormContext)
  return (
    <Field id={`${id}-${name}`} label={label} hint={hint} messages={messagesOf(answer, name)}>
      {(control) => (
        <Select
          key={keyOf(answer, name)}
          {...control}
          name={name}
          defaultValue={answer?.typed[name] ?? defaultValue}
          options={options}
        />
      )}
    </Field>
  )
}

function keyOf(answer: FaultyForm | undefined, name: string): string | undefined {
  return answer?.typed['replaced']?.split('\n').includes(name) === true ? answer.typed[name] : undefined
}

function messagesOf(answer: FaultyForm | undefined, name: string): readonly FieldMessage[] {
  const text = answer?.faults.fields[name]
  return text === undefined ? [] : [{ text, kind: 'error' }]
}
