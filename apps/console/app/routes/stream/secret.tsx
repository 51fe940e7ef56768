import { Section } from '@gatehouse/design/content'
import { Confirm } from '../../dialog/confirm.tsx'
import { ChoiceField, ConsoleForm } from '../../form/console-form.tsx'
import { OneTime } from '../../one-time/one-time.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'
import { overlaps } from './overlaps.ts'
import classes from './stream.module.css'

/** A secret that was asked for. */
export interface ShownSecret {
  readonly secret: string
  /** Until when the one before counts; null: it does not. */
  readonly until: string | null
}

/** The secret that deliveries are signed with: shown on request, and replaced. */
export function Secret({ shown }: { readonly shown: ShownSecret | undefined }) {
  const t = useText('console_events')
  const may = useMay()
  return (
    <Section id="secret" title={t('secret.title')} intro={t('secret.lead')}>
      {shown !== undefined && (
        <OneTime title={t('secret.shown')} label={t('secret.title')} value={shown.secret}>
          {t('secret.warning')}
          {shown.until !== null && (
            <>
              {' '}
              {t('secret.until')} <Instant at={shown.until} />
            </>
          )}
        </OneTime>
      )}
      <div className={classes.actions}>
        {may('getEventStreamSecret') && <ConsoleForm intent="reveal" submit={t('secret.reveal')} variant="plain" />}
        {may('rotateEventStreamSecret') && (
          <Confirm
            ask="rotate"
            label={t('secret.rotate')}
            title={t('secret.rotate_title')}
            confirm={t('secret.rotate')}
            intent="rotate"
            fields={
              <ChoiceField
                name="overlap"
                label={t('secret.overlap')}
                defaultValue={String(overlaps[0])}
                options={overlaps.map((hours) => ({ value: String(hours), label: t(`secret.overlap_${hours}`) }))}
              />
            }
          >
            <p>{t('secret.rotate_text')}</p>
          </Confirm>
        )}
      </div>
    </Section>
  )
}
