import { Alert, Dialog } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'
import { useEffect, useRef } from 'react'
import { useActionData, useNavigate } from 'react-router'
import { useAsked } from '../../dialog/use-asked.ts'
import { ChoiceField, ConsoleForm } from '../../form/console-form.tsx'
import { faultsOf } from '../../form/faults.ts'
import { SamePageLink } from '../../page/page-link.tsx'
import { ReasonField } from '../../people/reason-field.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import type { Recovered } from './change.server.ts'
import classes from './person.module.css'

export interface RecoveryProps {
  readonly recovered: Recovered | undefined
  /** The ways that the identity service has enabled. */
  readonly ways: readonly ('code' | 'link')[]
}

/** Creates a code or link for a person who lost access; or for an operator, who has to give a reason. */
export function Recovery({ recovered, ways }: RecoveryProps) {
  const t = useText('console_people')
  const common = useText('console')
  const navigate = useNavigate()
  const isRefused = faultsOf(useActionData(), 'recover') !== undefined
  const { asked, away } = useAsked()
  if (asked !== 'recover') return null
  const leave = (label: string) => (
    <ButtonLink href={away} link={SamePageLink} size="small">
      {label}
    </ButtonLink>
  )
  return (
    <Dialog
      takesFocus={!isRefused && recovered === undefined}
      title={t('recovery.title')}
      onDismiss={() => void navigate(away, { preventScrollReset: true, replace: true })}
    >
      {recovered !== undefined && (
        <>
          <Secret {...recovered} />
          <p>{t('recovery.by_hand')}</p>
          <div className={classes.actions}>{leave(t('recovery.done'))}</div>
        </>
      )}
      {recovered === undefined && ways.length === 0 && (
        <>
          <p>{t('recovery.none')}</p>
          <div className={classes.actions}>{leave(common('dialog.cancel'))}</div>
        </>
      )}
      {recovered === undefined && ways.length > 0 && (
        <>
          <p className={classes.quiet}>
            {t('recovery.lead')} {t('recovery.by_hand')}
          </p>
          <ConsoleForm intent="recover" submit={t('recovery.make')} beside={leave(common('dialog.cancel'))}>
            <ChoiceField
              name="way"
              label={t('recovery.way')}
              options={ways.map((way) => ({ value: way, label: t(`recovery.${way}`) }))}
            />
            <ReasonField required />
          </ConsoleForm>
        </>
      )}
    </Dialog>
  )
}

/** Takes the focus, so that it is not overlooked. */
function Secret({ code, link, expiresAt }: Recovered) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [link])
  const t = useText('console_people')
  return (
    <Alert kind="success" title={t('recovery.once')} data-testid="recovered" ref={box} autoFocus>
      <div className={classes.secret}>
        {code !== undefined && (
          <p>
            {t('recovery.the_code')} <bdi className={classes.digits}>{code}</bdi>
          </p>
        )}
        <p>
          {t('recovery.the_link')} <bdi className={classes.code}>{link}</bdi>
        </p>
        {expiresAt !== undefined && (
          <p>
            {t('recovery.until')} <Instant at={expiresAt} />
          </p>
        )}
      </div>
    </Alert>
  )
}
