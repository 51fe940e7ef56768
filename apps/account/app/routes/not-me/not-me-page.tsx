import { Icon, Panel, Row } from '@gatehouse/design/content'
import { Button, ButtonLink } from '@gatehouse/design/controls'
import { Form } from 'react-router'
import { AccountPage } from '../../layout/account-page.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { useText } from '../../text/text-source.ts'
import { DeviceRow } from '../sessions/device-row.tsx'
import { partAddress } from '../../layout/part-address.ts'
import type { SeenDevice } from '../sessions/device.server.ts'

export interface NotMePageProps {
  readonly person: string
  /** The device at which an intruder is signed in; absent if they no longer are, or never were. */
  readonly device?: SeenDevice | undefined
}

/** The steps to take, in this order, after another person has had access to an account. */
export function NotMePage({ person, device }: NotMePageProps) {
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
