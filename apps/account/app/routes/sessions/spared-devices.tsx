import { Button } from '@gatehouse/design/button'
import { Icon } from '@gatehouse/design/icon'
import { Panel, Row, Section } from '@gatehouse/design/panel'
import { Form } from 'react-router'
import { deviceName } from '../../identity/device-name.ts'
import { useInstant } from '../../text/instant.ts'
import { useText } from '../../text/text-source.ts'
import type { SparedDevice } from './device.server.ts'
import classes from './sessions-page.module.css'

/** Browsers that are spared the second factor, each with a way to have it asked again. */
export function SparedDevices({ spared }: { readonly spared: readonly SparedDevice[] }) {
  const t = useText('sessions')
  const instant = useInstant()
  return (
    <Section id="spared" title={t('spared.title')} lead={t('spared.lead')}>
      <Panel>
        {spared.map((device) => {
          const name = deviceName(t, device)
          const facts = [
            t('spared.used', { when: instant(device.usedAt) }),
            t('spared.until', { when: instant(device.until) }),
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
                    aria-label={t('spared.ask_named', { device: name })}
                  >
                    {t('spared.ask')}
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
      {spared.length > 1 && (
        <Form method="post" action="/sessions" className={classes.all}>
          <Button type="submit" name="ask_again" value="all">
            {t('spared.ask_all')}
          </Button>
        </Form>
      )}
    </Section>
  )
}
