import { Row } from '@gatehouse/design/content'
import { ConfirmRow } from '../../dialog/confirm-row.tsx'
import { DangerZone } from '../../dialog/danger-zone.tsx'
import { ConsoleForm } from '../../form/console-form.tsx'
import { ReasonField } from '../../people/reason-field.tsx'
import { useText } from '../../text/texts.tsx'

export interface DangerProps {
  readonly person: {
    readonly id: string
    readonly name: string
    readonly state: string
    readonly addresses: readonly { readonly value: string }[]
  }
}

/** Switching an account off, and deleting it. */
export function Danger({ person: { name, id, state, addresses } }: DangerProps) {
  const t = useText('console_people')
  const address = addresses[0]?.value ?? id
  return (
    <DangerZone title={t('danger.title')}>
      {state === 'active' ? (
        <ConfirmRow
          ask="deactivate"
          label={t('danger.deactivate')}
          intro={t('danger.deactivate_text')}
          title={t('danger.deactivate_title', { name })}
          intent="deactivate"
          fields={<ReasonField />}
        >
          <p>{t('danger.deactivate_text')}</p>
        </ConfirmRow>
      ) : (
        <Row
          title={t('danger.activate')}
          action={<ConsoleForm intent="activate" submit={t('danger.activate')} variant="plain" />}
        >
          {t('danger.activate_text')}
        </Row>
      )}
      <ConfirmRow
        ask="delete"
        label={t('danger.delete')}
        intro={t('danger.delete_text')}
        title={t('danger.delete_title', { name })}
        intent="delete"
        hidden={{ name: address }}
        typed={address}
        fields={<ReasonField />}
      >
        <p>{t('danger.delete_text')}</p>
      </ConfirmRow>
    </DangerZone>
  )
}
