import { ConfirmRow } from '../../dialog/confirm-row.tsx'
import { DangerZone } from '../../dialog/danger-zone.tsx'
import { useText } from '../../text/texts.tsx'

/** Takes an organization away, after asking, and says what becomes of its people. */
export function Danger({ label }: { readonly label: string }) {
  const t = useText('console_organizations')
  return (
    <DangerZone title={t('delete.title')}>
      <ConfirmRow
        ask="delete"
        label={t('delete.label')}
        intro={t('delete.lead')}
        title={t('delete.question', { label })}
        intent="delete"
        hidden={{ label }}
      >
        <p>{t('delete.people')}</p>
        <p>{t('delete.rest')}</p>
      </ConfirmRow>
    </DangerZone>
  )
}
