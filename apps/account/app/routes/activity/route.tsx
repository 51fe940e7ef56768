import classes from './activity-page.module.css'
import { data } from 'react-router'
import { Badge, Icon, Panel, Row } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'

import { reach } from '../../failure/reach.server.ts'
import { deviceName } from '../../identity/device-name.ts'
import { AccountPage } from '../../layout/account-page.tsx'
import { withAhead } from '../../layout/data-ahead.ts'
import { PageLink } from '../../layout/page-link.tsx'
import { pageRequestOf } from '../../request/page-request.ts'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import { Moment } from '../../text/moment.tsx'
import { useText } from '../../text/text-source.ts'
import type { Route } from './+types/route.ts'
import { tell } from './entry-text.ts'
import { readActivity, type SeenEvent } from './read-activity.server.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const shown = await reach(page, '/activity', () => readActivity(page, url))
  return data(shown, { status: shown.history === undefined ? 404 : 200 })
}

export async function clientLoader({ url, serverLoader }: Route.ClientLoaderArgs) {
  return loadWithTexts('/activity', withAhead(url, serverLoader))
}

/** The history of an account: sign-ins, attempts, changes. */
export default function RouteActivity({ loaderData }: Route.ComponentProps) {
  const { person, history } = loaderData
  const t = useText('activity')
  if (history === undefined) return <AccountPage title={t('title')} intro={t('none_kept')} person={person} />
  const { events, isLater, next } = history
  return (
    <AccountPage title={t('title')} intro={t('intro')} person={person}>
      {events.length === 0 ? <p className={classes.empty}>{t('empty')}</p> : <Events events={events} />}
      {(isLater || next !== undefined) && (
        <nav aria-label={t('pages')} className={classes.pages}>
          {isLater && (
            <ButtonLink href="/activity" link={PageLink} size="small">
              {t('newest')}
            </ButtonLink>
          )}
          {next !== undefined && (
            <ButtonLink href={`/activity?before=${next}`} link={PageLink} size="small">
              {t('older')}
            </ButtonLink>
          )}
        </nav>
      )}
    </AccountPage>
  )
}

function Events({ events }: { readonly events: readonly SeenEvent[] }) {
  const t = useText('activity')
  return (
    <Panel>
      {events.map((event) => {
        const { icon, title, details, isAlarming } = tell(t, event)
        const facts = [
          event.device === undefined ? '' : deviceName(t, event.device),
          event.address === undefined ? '' : t('address', { ip: event.address }),
          event.actor === 'person' ? '' : t(`actor.${event.actor}`),
        ]
        return (
          <Row
            key={event.id}
            icon={<Icon name={icon} />}
            title={
              <>
                {title}
                {details.map((detail) => (
                  <span key={detail} className={classes.detail}>{` · ${detail}`}</span>
                ))}
              </>
            }
            badge={isAlarming && <Badge tone="warn">{t('look')}</Badge>}
          >
            <Moment at={event.time} />
            {facts.filter((fact) => fact !== '').map((fact) => ` · ${fact}`)}
          </Row>
        )
      })}
    </Panel>
  )
}
