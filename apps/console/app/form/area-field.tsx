import { Field, TextArea } from '@gatehouse/design/controls'
import type { ReactNode } from 'react'
import { useFormField } from './console-form.tsx'

export interface AreaFieldProps {
  readonly name: string
  readonly label: string
  readonly hint?: ReactNode
  readonly rows: number
  readonly defaultValue?: string
  /** Text for machines: never checked for spelling, written from left to right. */
  readonly isCode?: boolean
  /** It has long lines, and takes the whole width. */
  readonly isWide?: boolean
}

/** Several lines of text. Keeps its input. */
export function AreaField({
  name,
  label,
  hint,
  rows,
  defaultValue = '',
  isCode = false,
  isWide = false,
}: AreaFieldProps) {
  const { id, typed, key, messages } = useFormField(name)
  const forMachines = {
    spellCheck: false,
    autoCapitalize: 'none',
    autoCorrect: 'off',
    dir: 'ltr',
    wrap: 'off',
  } as const
  return (
    <Field id={id} label={label} hint={hint} messages={messages}>
      {(control) => (
        <TextArea
          key={key}
          {...control}
          {...(isCode && forMachines)}
          name={name}
          rows={rows}
          defaultValue={typed ?? defaultValue}
          data-code={isCode || undefined}
          data-wide={isWide || undefined}
        />
      )}
    </Field>
  )
}
