import { Field, TextInput } from '@gatehouse/design/controls'
import { type FocusEvent, type InputEvent, useEffect, useRef } from 'react'
import { useSubmit } from 'react-router'

export interface WordsFieldProps {
  readonly id: string
  readonly label: string
  /** Examples of search words. */
  readonly example: string
  /** The current search words of the list. */
  readonly q: string
}

/** A pause in typing after which the list is searched, in milliseconds. */
const pauseMs = 250

/** The words of a search: with script the list follows as one types, without it the form has a button. */
export function WordsField({ id, label, example, q }: WordsFieldProps) {
  const submit = useSubmit()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef(q)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    const input = box.current?.querySelector('input')
    const before = shown.current
    shown.current = q
    if (!input || input.value === q) return
    // It was typed before script came: the list follows now.
    if (before === q) input.dispatchEvent(new Event('input', { bubbles: true }))
    // Another page of the history: the current input stays.
    else if (input !== document.activeElement) input.value = q
  }, [q])
  const search = (form: HTMLFormElement | null) => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (form) void submit(form, { replace: true, preventScrollReset: true })
  }
  const follow = ({ currentTarget: { form } }: InputEvent<HTMLInputElement>) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search(form), pauseMs)
  }
  // A link that is pressed next wins over the search, and does not come before it.
  const leave = ({ currentTarget: { form } }: FocusEvent<HTMLInputElement>) => {
    if (timer.current !== undefined) search(form)
  }
  return (
    <div ref={box}>
      <Field id={id} label={label}>
        {(control) => (
          <TextInput
            {...control}
            type="search"
            name="q"
            defaultValue={q}
            dir="auto"
            maxLength={200}
            placeholder={example}
            autoComplete="off"
            spellCheck={false}
            onInput={follow}
            onBlur={leave}
          />
        )}
      </Field>
    </div>
  )
}
