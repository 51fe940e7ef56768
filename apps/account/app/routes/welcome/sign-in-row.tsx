import { Badge, Icon, Row } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'
import { deviceName } from '../../identity/device-name.ts'
import { PageLink } from '../../layout/page-link.tsx'
import { Moment } from '../../text/moment.tsx'
import { useText } from '../../text/text-source.ts'
import { tell } from '../activity/entry-text.ts'
import type { SeenEvent } from '../activity/read-activity.server.ts'

export interface SignInRowProps {
  readonly event: SeenEvent
  /** Whether this is the session that looks at it. */
  readonly isOwn: boolean
}

/** One sign-in or attempt: its kind, location and time, and the steps if it was another person's. */
export function SignInRow({ event, isOwn }: SignInRowProps) {
  const t = useText('activity')
  const own = useText('welcome')
  const said = useText('sessions')
  const { icon, title, details, isAlarming } = tell(t, event)
  const device = event.device === undefined ? '' : deviceName(t, event.device)
  const facts = [...details, device, event.address === undefined ? '' : t('address', { ip: event.address })]
  const query = event.session === undefined ? '' : `?${new URLSearchParams({ session: event.session })}`
  return (
    <Row
      icon={<Icon name={icon} />}
      title={title}
      badge={isOwn ? <Badge tone="good">{said('this')}</Badge> : isAlarming && <Badge tone="warn">{t('look')}</Badge>}
      action={
        !isOwn && (
          <ButtonLink
            href={`/activity/not-me${query}`}
            link={PageLink}
            size="small"
            variant={isAlarming ? 'danger' : 'plain'}
            data-testid="not-me"
          >
            {own('not_me')}
          </ButtonLink>
        )
      }
    >
      {facts.filter((fact) => fact !== '').join(' · ')} · <Moment at={event.time} />
    </Row>
  )
}
