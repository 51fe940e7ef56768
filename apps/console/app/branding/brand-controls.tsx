import { Badge } from '@gatehouse/design/content'
import { Checkbox, Field, Select, TextInput } from '@gatehouse/design/controls'
import { useText } from '../text/texts.tsx'
import { choices } from './fields.ts'
import { fieldAt, useControl } from './use-control.ts'

/** A line of text. */
export function TextControl({
  path,
  type = 'text',
  hint,
  placeholder,
  dir,
  inputMode,
}: {
  readonly path: string
  readonly type?: 'text' | 'url'
  readonly hint?: string
  readonly placeholder?: string
  readonly dir?: 'ltr'
  readonly inputMode?: 'numeric'
}) {
  const { id, name, label, disabled, text, messages, ...control } = useControl(path)
  return (
    <Field id={id} label={label} hint={control.hint ?? hint} messages={messages}>
      {(given) => (
        <TextInput
          {...given}
          key={text}
          name={name}
          type={type}
          defaultValue={text}
          disabled={disabled}
          placeholder={placeholder}
          autoComplete="off"
          dir={dir}
          inputMode={inputMode}
        />
      )}
    </Field>
  )
}

/** One of a few words. */
export function ChoiceControl({ path }: { readonly path: 'buttons' | 'tokens.density' }) {
  const t = useText('console_branding')
  const { id, name, label, hint, disabled, text, messages } = useControl(path)
  const words: readonly (keyof typeof choiceTexts)[] = choices[path === 'buttons' ? path : 'density']
  return (
    <Field id={id} label={label} hint={hint} messages={messages}>
      {(given) => (
        <Select
          {...given}
          key={text}
          name={name}
          defaultValue={text === '' ? fieldAt(path).plain : text}
          disabled={disabled}
          options={words.map((word) => ({ value: word, label: t(`choice.${word}`) }))}
        />
      )}
    </Field>
  )
}

/** Only for its keys. */
const choiceTexts = { outline: 0, soft: 0, quiet: 0, compact: 0, comfortable: 0, spacious: 0 }

/** Yes or no. */
export function CheckControl({ path }: { readonly path: string }) {
  const { id, name, label, hint, disabled, text } = useControl(path)
  const isOn = text === '' ? fieldAt(path).plain === 'on' : text === 'true'
  return (
    <div>
      {!disabled && <input type="hidden" name={`${name}.asked`} value="1" />}
      <Checkbox key={String(isOn)} id={id} name={name} label={label} defaultChecked={isOn} disabled={disabled} />
      {hint !== undefined && <Badge>{hint}</Badge>}
    </div>
  )
}
