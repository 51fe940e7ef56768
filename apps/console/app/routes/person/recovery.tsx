import { Alert, Empty, Panel, Section } from '@gatehouse/design/content'
import { useEffect, useRef } from 'react'
import { ChoiceField, ConsoleForm } from '../../form/console-form.tsx'
import { ReasonField } from '../../people/reason-field.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import type { Recovered } from './change.server.ts'
import classes from './person.module.css'

export interface RecoveryProps {
  readonly recovered: Recovered | undefined
  /** What the identity service has switched on. */
  readonly ways: readonly ('code' | 'link')[]
}

/** Lets somebody in who lost access; or an operator, who has to say why. */
export function Recovery({ recovered, ways }: RecoveryProps) {
  const t = useText('console_people')
  return (
    <Section id="recovery" title={t('recovery.title')} intro={t('recovery.lead')}>
      {recovered !== undefined && <Secret {...recovered} />}
      {ways.length === 0 && <Empty title={t('recovery.none')} />}
      {ways.length > 0 && (
        <Panel padded>
          <ConsoleForm intent="recover" submit={t('recovery.make')} variant="plain">
            <ChoiceField
              name="way"
              label={t('recovery.way')}
              options={ways.map((way) => ({ value: way, label: t(`recovery.${way}`) }))}
            />
            <ReasonField required />
          </ConsoleForm>
        </Panel>
      )}
    </Section>
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
