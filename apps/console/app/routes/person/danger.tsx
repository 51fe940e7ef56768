import { Panel, Row, Section } from '@gatehouse/design/panel'
import { Confirm } from '../../dialog/confirm.tsx'
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
    <Section id="danger" title={t('danger.title')}>
      <Panel>
        {state === 'active' ? (
          <Row
            title={t('danger.deactivate')}
            action={
              <Confirm
                ask="deactivate"
                label={t('danger.deactivate')}
                title={t('danger.deactivate_title', { name })}
                confirm={t('danger.deactivate')}
                intent="deactivate"
                fields={<ReasonField />}
              >
                <p>{t('danger.deactivate_text')}</p>
              </Confirm>
            }
          >
            {t('danger.deactivate_text')}
          </Row>
        ) : (
          <Row
            title={t('danger.activate')}
            action={<ConsoleForm intent="activate" submit={t('danger.activate')} variant="plain" />}
          >
            {t('danger.activate_text')}
          </Row>
        )}
        <Row
          title={t('danger.delete')}
          action={
            <Confirm
              ask="delete"
              label={t('danger.delete')}
              title={t('danger.delete_title', { name })}
              confirm={t('danger.delete')}
              intent="delete"
              hidden={{ name: address }}
              typed={address}
              fields={<ReasonField />}
            >
              <p>{t('danger.delete_text')}</p>
            </Confirm>
          }
        >
          {t('danger.delete_text')}
        </Row>
      </Panel>
    </Section>
  )
}
