import classes from './welcome-page.module.css'
import { givenName, personName } from '@gatehouse/contract/identities'
import { Badge, Panel, Section } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'

import { Arrival } from '../../enhance/arrival.tsx'
import { reach } from '../../failure/reach.server.ts'
import { refuseSubmit } from '../../failure/refuse-submit.server.ts'
import { requireSession } from '../../identity/session.server.ts'
import { AccountPage } from '../../layout/account-page.tsx'
import { AheadLink } from '../../layout/ahead-link.tsx'
import { ask } from '../../request/ask.server.ts'
import { type PageRequest, pageRequestOf } from '../../request/page-request.ts'
import { useRootData } from '../../request/root-data.ts'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import { useText } from '../../text/text-source.ts'
import { recentEvents } from '../activity/read-activity.server.ts'
import { DeviceRow } from '../sessions/device-row.tsx'
import { seenDevice } from '../sessions/device.server.ts'
import type { Route } from './+types/route.ts'
import { checkUp } from './check-up.server.ts'
import { CheckUp, CheckUpIntro } from './check-up.tsx'
import { UsedCode } from './codes-left.tsx'
import { SignInRow } from './sign-in-row.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  return reach(page, '/', () => readOverview(page))
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return loadWithTexts('/', serverLoader)
}

export function action(): never {
  return refuseSubmit()
}

/** Lines of each list; the pages of both have the rest. */
const most = 4

/** Reads the overview's data. `signIns` is absent if the service keeps no history. */
async function readOverview(page: PageRequest) {
  const session = await requireSession(page, '/')
  const { identity } = session
  const [checked, events, others] = await Promise.all([
    checkUp(page, session),
    recentEvents(page),
    ask(page, (client, credentials) => client.listMySessions({ page: 0, per_page: most - 1 }, credentials)),
  ])
  return {
    person: personName(identity),
    name: givenName(identity),
    checked,
    signIns: events?.filter(({ type }) => isSignIn(type)).slice(0, most),
    sessionId: session.id,
    current: seenDevice(session),
    others: others.kind === 'ok' ? others.body.slice(0, most - 1).map(seenDevice) : [],
  }
}

function isSignIn(type: string): boolean {
  return type === 'LoginSucceeded' || type === 'LoginFailed' || type === 'RecoverySucceeded'
}

/** The security of the account: open tasks, recent sign-ins, and current sessions. */
export default function RouteWelcome({ loaderData }: Route.ComponentProps) {
  const { person, name, checked, signIns, sessionId, current, others } = loaderData
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
