import { Button } from '@gatehouse/design/controls'
import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import type { DrawnFlow } from '../drawn-flow.ts'
import { startOverField } from './start-over-field.ts'

const formId = 'start-over'

/**
 * A button back to the first screen of a flow, with the input from there. Not a link, whose address would have to carry
 * the input. Needs a `StartOverForm` on the page.
 */
export function StartOver({ label }: { readonly label: string }) {
  return (
    <Button
      type="submit"
      form={formId}
      name={startOverField}
      value="true"
      variant="text"
      size="small"
      data-testid="start-over"
    >
      {label}
    </Button>
  )
}

export interface StartOverFormProps {
  readonly drawn: Pick<DrawnFlow, 'action'>
  /** Whether there is a `StartOver` on this screen. */
  readonly offered: boolean
}

/**
 * The form of a `StartOver`, apart from it because a line of text holds no form. Both unmount once the first screen is
 * back, so focus moves to the field to correct there.
 */
export function StartOverForm({ drawn: { action }, offered }: StartOverFormProps) {
  const isSent = useRef(false)
  useEffect(() => {
    if (!isSent.current) return
    isSent.current = false
    document.querySelector<HTMLElement>('[data-part="flow-form"] input:not([type=hidden])')?.focus()
  }, [action])
  if (!offered) return null
  return <Form id={formId} method="post" action={action} hidden onSubmit={() => void (isSent.current = true)} />
}
