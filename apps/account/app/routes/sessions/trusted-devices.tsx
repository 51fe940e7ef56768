import { Button } from '@gatehouse/design/controls'
import { Icon, Panel, Row, Section } from '@gatehouse/design/content'
import { Form } from 'react-router'
import { deviceName } from '../../identity/device-name.ts'
import { useInstant } from '../../text/instant.ts'
import { useText } from '../../text/text-source.ts'
import type { TrustedDevice } from './device.server.ts'
import classes from './sessions-page.module.css'

/** Trusted browsers, which skip the second factor, each with a button that requires it again. */
export function TrustedDevices({ trusted }: { readonly trusted: readonly TrustedDevice[] }) {
  const t = useText('sessions')
  const instant = useInstant()
  return (
    <Section id="trusted" title={t('trusted.title')} intro={t('trusted.intro')}>
      <Panel>
        {trusted.map((device) => {
          const name = deviceName(t, device)
          const facts = [
            t('trusted.used', { when: instant(device.usedAt) }),
            t('trusted.until', { when: instant(device.until) }),
            device.address === undefined ? '' : t('address', { ip: device.address }),
          ]
          return (
            <Row
              key={device.id}
              icon={<Icon name={device.isPhone ? 'phone' : 'laptop'} />}
              title={name}
              action={
                <Form method="post" action="/sessions">
                  <Button
                    type="submit"
                    name="ask_again"
                    value={device.id}
                    size="small"
                    aria-label={t('trusted.ask_named', { device: name })}
                  >
                    {t('trusted.ask')}
                  </Button>
                </Form>
              }
            >
              <span suppressHydrationWarning className={classes.facts}>
                {facts.filter((fact) => fact !== '').join(' · ')}
              </span>
            </Row>
          )
        })}
      </Panel>
      {trusted.length > 1 && (
        <Form method="post" action="/sessions" className={classes.all}>
          <Button type="submit" name="ask_again" value="all">
            {t('trusted.ask_all')}
          </Button>
        </Form>
      )}
    </Section>
  )
}
