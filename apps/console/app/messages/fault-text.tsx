import { useText } from '../text/texts.tsx'
import type { Fault } from './fault.ts'

/** Why a message did not get there, in a sentence; what the console has no sentence for is said as the service says it. */
export function FaultText({ text, kind }: Fault) {
  const t = useText('console_people')
  if (kind !== undefined) return t(`message.fault_${kind}`)
  return (
    <bdi lang="en" dir="ltr">
      {text}
    </bdi>
  )
}

/** The words of the service, folded away where a sentence stands for them. */
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
