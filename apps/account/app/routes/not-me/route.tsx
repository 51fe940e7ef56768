import { Form } from 'react-router'
import { personName } from '@gatehouse/contract/identities'
import { Icon, Panel, Row } from '@gatehouse/design/content'
import { Button, ButtonLink } from '@gatehouse/design/controls'

import { reach } from '../../failure/reach.server.ts'
import { okOrRedirect, requireSession } from '../../identity/session.server.ts'
import { AccountPage } from '../../layout/account-page.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { partAddress } from '../../layout/part-address.ts'
import { ask } from '../../request/ask.server.ts'
import { pageRequestOf } from '../../request/page-request.ts'
import { loadWithTexts } from '../../text/load-with-texts.ts'
import { useText } from '../../text/text-source.ts'
import { DeviceRow } from '../sessions/device-row.tsx'
import { seenDevice } from '../sessions/device.server.ts'
import type { Route } from './+types/route.ts'

const here = '/activity/not-me'

/** The most sessions that a service lists at once. */
const mostSessions = 500

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = pageRequestOf(context)
  const asked = url.searchParams.get('session')
  return reach(page, here, async () => {
    const { identity } = await requireSession(page, here)
    const query = { page: 0, per_page: mostSessions }
    const answer = await ask(page, (client, credentials) => client.listMySessions(query, credentials))
    const session = okOrRedirect(page, answer, here).find(({ id }) => id === asked)
    return { person: personName(identity), device: session && seenDevice(session) }
  })
}

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return loadWithTexts(here, serverLoader)
}

/** The steps to take, in this order, after another person has had access to an account. */
export default function RouteNotMe({ loaderData }: Route.ComponentProps) {
  const { person, device } = loaderData
  const t = useText('welcome')
  const said = useText('sessions')
  return (
    <AccountPage title={t('notme.title')} intro={t('notme.intro')} person={person}>
      <Panel>
        {device === undefined ? (
          <Row
            icon={<Icon name="signOut" />}
            title={t('notme.out')}
            action={
              <Form method="post" action="/sessions">
                <Button type="submit" name="all" value="true" variant="danger" size="small">
                  {said('revoke_all')}
                </Button>
              </Form>
            }
          >
            {t('notme.out_gone')}
          </Row>
        ) : (
          <DeviceRow device={device} revocable />
        )}
        <Row
          icon={<Icon name="lock" />}
          title={t('notme.password')}
          action={
            <ButtonLink
              href={partAddress('/settings')('password')}
              link={PageLink}
              size="small"
              data-testid="not-me/password"
            >
              {t('settings_open')}
            </ButtonLink>
          }
        >
          {t('notme.password_about')}
        </Row>
        <Row
          icon={<Icon name="list" />}
          title={t('notme.check')}
          action={
            <ButtonLink href="/activity" link={PageLink} size="small">
              {t('signins_all')}
            </ButtonLink>
          }
        >
          {t('notme.check_about')}
        </Row>
      </Panel>
    </AccountPage>
  )
}
