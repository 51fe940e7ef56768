import { useRef, type ComponentProps } from 'react'
import { cleanCode } from './clean-code.ts'
import classes from './code-input.module.css'
import { TextInput } from './field.tsx'

export interface CodeInputProps extends Omit<ComponentProps<'input'>, 'type' | 'onInput' | 'maxLength'> {
  /** Number of characters of a complete code. */
  readonly length?: number
  /** Send the form with its first button as soon as the code is complete. */
  readonly autoSubmit?: boolean
}

/** One input for a one-time code. Pasted spaces and dashes vanish, digits of other scripts become ASCII. */
export function CodeInput({ length = 6, autoSubmit = false, ...input }: CodeInputProps) {
  const sent = useRef('')
  // No maxLength: the browser would cut "482 913" before the space is taken out.
  return (
    <div className={classes.code}>
      <TextInput
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        {...input}
        type="text"
        onInput={(event) => {
          const field = event.currentTarget
          const code = cleanCode(field.value)
          if (code !== field.value) field.value = code
          if (!autoSubmit || code.length !== length || code === sent.current) return
          sent.current = code
          field.form?.requestSubmit(field.form.querySelector<HTMLButtonElement>('button[type=submit]'))
        }}
      />
    </div>
  )
}
