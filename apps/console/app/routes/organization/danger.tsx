import { Panel, Row, Section } from '@gatehouse/design/panel'
import { Confirm } from '../../dialog/confirm.tsx'
import { useText } from '../../text/texts.tsx'

/** Takes an organization away, after asking, and says what becomes of its people. */
export function Danger({ label }: { readonly label: string }) {
  const t = useText('console_organizations')
  return (
    <Section id="danger" title={t('delete.title')}>
      <Panel>
        <Row
          title={t('delete.label')}
          action={
            <Confirm
              ask="delete"
              label={t('delete.label')}
              title={t('delete.question', { label })}
              confirm={t('delete.label')}
              intent="delete"
              hidden={{ label }}
            >
              <p>{t('delete.people')}</p>
              <p>{t('delete.rest')}</p>
            </Confirm>
          }
        >
          {t('delete.lead')}
        </Row>
      </Panel>
    </Section>
  )
}
