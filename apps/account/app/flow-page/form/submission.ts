import type { Pressed } from '@gatehouse/flow-form/nodes'
import { type SubmitEvent, useState } from 'react'
import { useNavigation } from 'react-router'

/** A submit on its way, and the button that was pressed for it. */
export interface Submission {
  readonly busy: boolean
  readonly pressed: Pressed | undefined
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
}

/** Follows the submits of the forms that it is given to, so that a second press of the same button does nothing. */
export function useSubmission(): Submission {
  const [pressed, setPressed] = useState<Pressed>()
  const [isOwn, setOwn] = useState(false)
  const { formAction, state } = useNavigation()
  const isSending = state !== 'idle' && formAction !== undefined
  const [wasSending, setWasSending] = useState(isSending)
  if (wasSending !== isSending) {
    setWasSending(isSending)
    if (!isSending) setOwn(false)
  }
  return {
    busy: isOwn && isSending,
    pressed,
    onSubmit(event) {
      setOwn(true)
      const { nativeEvent } = event
      const submitter = 'submitter' in nativeEvent ? nativeEvent.submitter : undefined
      if (submitter instanceof HTMLButtonElement) setPressed({ name: submitter.name, value: submitter.value })
    },
  }
}
