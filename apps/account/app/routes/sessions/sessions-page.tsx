import { Alert, Badge, Panel, Section } from '@gatehouse/design/content'
import { Button, ButtonLink } from '@gatehouse/design/controls'
import { useText } from '../../text/text-source.ts'
import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { AccountPage } from '../../layout/account-page.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { DeviceRow } from './device-row.tsx'
import type { SeenDevice, TrustedDevice } from './device.server.ts'
import { TrustedDevices } from './trusted-devices.tsx'
import classes from './sessions-page.module.css'

export interface SessionsPageProps {
  readonly person: string
  readonly current: SeenDevice
  readonly others: readonly SeenDevice[]
  /** Browsers that need not give a second factor. */
  readonly trusted: readonly TrustedDevice[]
  /** Whether one of these was set to ask again a moment ago. */
  readonly askedAgain: boolean
  /** The number of this page of the other sessions, from 1. */
  readonly page: number
  readonly pages: number
  /** The number of devices that were signed out a moment ago. */
  readonly signedOut: number | undefined
}

/** The sessions of an account, each with a button that ends it. */
export function SessionsPage(props: SessionsPageProps) {
  const { person, current, others, trusted, page, pages, signedOut, askedAgain } = props
  const t = useText('sessions')
  const done = useRef<HTMLDivElement>(null)
  // The pressed button is gone by now, and the focus with it.
  useEffect(() => done.current?.focus(), [signedOut, askedAgain, others])
  return (
    <AccountPage title={t('title')} intro={t('intro')} person={person}>
      {signedOut !== undefined && (
        <Alert kind="success" ref={done}>
          {t('revoked_all', { count: signedOut })}
        </Alert>
      )}
      {askedAgain && (
        <Alert kind="success" ref={done}>
          {t('trusted.asked_again')}
        </Alert>
      )}
      <Section id="this" title={t('this')}>
        <Panel>
          <DeviceRow device={current} badge={<Badge tone="good">{t('current')}</Badge>} />
        </Panel>
      </Section>
      <Section id="others" title={t('others')}>
        {others.length === 0 ? (
          <p className={classes.empty}>{t('empty')}</p>
        ) : (
          <>
            <Panel>
              {others.map((device) => (
                <DeviceRow key={device.id} device={device} revocable />
              ))}
            </Panel>
            <Form method="post" action="/sessions" className={classes.all}>
              <Button type="submit" name="all" value="true" variant="danger">
                {t('revoke_all')}
              </Button>
            </Form>
          </>
        )}
        {(page > 1 || page < pages) && (
          <nav aria-label={t('pages')} className={classes.pages}>
            {page > 1 && (
              <ButtonLink href={page === 2 ? '/sessions' : `/sessions?page=${page - 1}`} link={PageLink} size="small">
                {t('newer')}
              </ButtonLink>
            )}
            {page < pages && (
              <ButtonLink href={`/sessions?page=${page + 1}`} link={PageLink} size="small">
                {t('older')}
              </ButtonLink>
            )}
          </nav>
        )}
      </Section>
      {trusted.length > 0 && <TrustedDevices trusted={trusted} />}
    </AccountPage>
  )
}
