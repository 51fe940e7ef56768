import { Badge, Panel, Section } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'
import { Arrival } from '../../enhance/arrival.tsx'
import { AccountPage } from '../../layout/account-page.tsx'
import { AheadLink } from '../../layout/ahead-link.tsx'
import { useRootData } from '../../request/root-data.ts'
import { useText } from '../../text/text-source.ts'
import type { SeenEvent } from '../activity/read-activity.server.ts'
import { DeviceRow } from '../sessions/device-row.tsx'
import type { SeenDevice } from '../sessions/device.server.ts'
import { CheckUp, CheckUpIntro } from './check-up.tsx'
import { UsedCode } from './codes-left.tsx'
import type { CheckedUp } from './check-up.server.ts'
import { SignInRow } from './sign-in-row.tsx'
import classes from './welcome-page.module.css'

export interface WelcomePageProps {
  /** Name or address of the account. */
  readonly person: string
  /** The person's name, if it is known. */
  readonly name?: string | undefined
  readonly checked: CheckedUp
  /** The newest sign-ins and attempts; absent if the service keeps no history. */
  readonly signIns?: readonly SeenEvent[] | undefined
  readonly sessionId: string
  readonly current: SeenDevice
  readonly others: readonly SeenDevice[]
}

/** The security of the account: open tasks, recent sign-ins, and current sessions. */
export function WelcomePage({ person, name, checked, signIns, sessionId, current, others }: WelcomePageProps) {
  const t = useText('welcome')
  const said = useText('sessions')
  const brand = useRootData()?.brand.name
  const { toDo, done } = checked
  const usedCode = toDo.find((one) => one.what === 'few_codes' && one.isUsed)
  const rest = toDo.filter((one) => one !== usedCode)
  return (
    <AccountPage
      title={name === undefined ? t('title_plain') : t('title', { name })}
      intro={t('intro', { brand })}
      person={person}
    >
      <Arrival />
      {usedCode?.what === 'few_codes' && <UsedCode codes={usedCode} />}
      {(rest.length > 0 || usedCode === undefined) && (
        <Section id="check-up" title={t('checkup')} intro={<CheckUpIntro done={done} total={done + toDo.length} />}>
          <CheckUp toDo={rest} />
        </Section>
      )}
      {signIns !== undefined && signIns.length > 0 && (
        <Section id="sign-ins" title={t('signins')} intro={t('signins_about')}>
          <Panel>
            {signIns.map((event) => (
              <SignInRow key={event.id} event={event} isOwn={event.session === sessionId} />
            ))}
          </Panel>
          <More href="/activity">{t('signins_all')}</More>
        </Section>
      )}
      <Section id="devices" title={t('sessions')} intro={t('sessions_about')}>
        <Panel>
          <DeviceRow device={current} badge={<Badge tone="good">{said('this')}</Badge>} />
          {others.map((device) => (
            <DeviceRow key={device.id} device={device} revocable />
          ))}
        </Panel>
        <More href="/sessions">{t('sessions_open')}</More>
      </Section>
    </AccountPage>
  )
}

function More({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <div className={classes.more}>
      <ButtonLink href={href} link={AheadLink} size="small">
        {children}
      </ButtonLink>
    </div>
  )
}
