import { Confirm } from '../dialog/confirm.tsx'
import { ConsoleForm } from '../form/console-form.tsx'
import { useText } from '../text/texts.tsx'

export interface EndSessionProps {
  readonly id: string
  readonly person: string
  readonly device: string
  readonly look: 'text' | 'danger'
  /** The service cannot take it back: it is asked for before. */
  readonly asks: boolean
}

/** The button that ends a session. It acts at once if that can be undone. */
export function EndSession({ id, person, device, look, asks }: EndSessionProps) {
  const t = useText('console_people')
  const intent = `revoke.${id}`
  const submit = t('bulk.sign_out')
  if (!asks) return <ConsoleForm intent={intent} about={`${person}, ${device}`} submit={submit} variant={look} />
  return (
    <Confirm
      ask={intent}
      label={submit}
      title={t('session.end_title', { person })}
      intent={intent}
      confirm={submit}
      variant={look === 'danger' ? 'danger' : 'plain'}
    >
      <p>
        <bdi>{device}</bdi>
      </p>
    </Confirm>
  )
}
