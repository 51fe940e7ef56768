import { useText } from '../text/texts.tsx'
import type { Fault } from './fault.ts'

/** The reason why a message was not delivered, in a sentence; a reason without one is shown in the service's words. */
export function FaultText({ text, kind }: Fault) {
  const t = useText('console_people')
  if (kind !== undefined) return t(`message.fault_${kind}`)
  return (
    <bdi lang="en" dir="ltr">
      {text}
    </bdi>
  )
}

/** The words of the service, collapsed if a sentence replaces them. */
export function FaultFold({ text, kind }: Fault) {
  const t = useText('console_people')
  if (kind === undefined) return null
  return (
    <details>
      <summary>{t('message.fault_text')}</summary>
      <bdi lang="en" dir="ltr">
        {text}
      </bdi>
    </details>
  )
}
