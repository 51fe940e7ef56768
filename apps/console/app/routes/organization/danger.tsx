import { Panel, Section } from '@gatehouse/design/panel'
import { ConfirmRow } from '../../dialog/confirm-row.tsx'
import { useText } from '../../text/texts.tsx'

/** Takes an organization away, after asking, and says what becomes of its people. */
export function Danger({ label }: { readonly label: string }) {
  const t = useText('console_organizations')
  return (
    <Section id="danger" title={t('delete.title')}>
      <Panel>
        <ConfirmRow
          ask="delete"
          label={t('delete.label')}
          lead={t('delete.lead')}
          title={t('delete.question', { label })}
          intent="delete"
          hidden={{ label }}
        >
          <p>{t('delete.people')}</p>
          <p>{t('delete.rest')}</p>
        </ConfirmRow>
      </Panel>
    </Section>
  )
}
