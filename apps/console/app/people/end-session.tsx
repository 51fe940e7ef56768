import { Confirm } from '../dialog/confirm.tsx'
import { ConsoleForm } from '../form/console-form.tsx'
import { useText } from '../text/texts.tsx'

export interface EndSessionProps {
  readonly id: string
  /** The person's name. */
  readonly person: string
  readonly device: string
  readonly variant: 'text' | 'danger'
  /** Whether a question comes before it: the service cannot restore a session. */
  readonly asks: boolean
}

/** The button that ends a session. */
export function EndSession({ id, person, device, variant, asks }: EndSessionProps) {
  const t = useText('console_people')
  const intent = `revoke.${id}`
  const submit = t('bulk.sign_out')
  if (!asks) return <ConsoleForm intent={intent} about={`${person}, ${device}`} submit={submit} variant={variant} />
  return (
    <Confirm
      ask={intent}
      label={submit}
      title={t('session.end_title', { person })}
      intent={intent}
      confirm={submit}
      variant={variant === 'danger' ? 'danger' : 'plain'}
    >
      <p>
        <bdi>{device}</bdi>
      </p>
    </Confirm>
  )
}
