import { Button } from '@gatehouse/design/controls'
import { Icon, Row } from '@gatehouse/design/content'
import type { ReactNode } from 'react'
import { deviceName } from '../../identity/device-name.ts'
import { useText } from '../../text/text-source.ts'
import { Form } from 'react-router'
import { Moment } from '../../text/moment.tsx'
import type { SeenDevice } from './device.server.ts'

export interface DeviceRowProps {
  readonly device: SeenDevice
  readonly badge?: ReactNode
  /** Whether this session can be ended here. One's own is ended by signing out. */
  readonly revocable?: boolean
}

/** One session: browser and system, when and from where, and a button to end it. */
export function DeviceRow({ device, badge, revocable = false }: DeviceRowProps) {
  const t = useText('sessions')
  const { signedInAt, confirmedAt, address, location } = device
  const name = deviceName(t, device)
  const isConfirmed = confirmedAt.slice(0, 16) !== signedInAt.slice(0, 16)
  const facts = [address === undefined ? '' : t('address', { ip: address }), location ?? '']
  return (
    <Row
      icon={<Icon name={device.isPhone ? 'phone' : 'laptop'} />}
      title={name}
      badge={badge}
      action={
        revocable && (
          <Form method="post" action="/sessions">
            <Button
              type="submit"
              name="id"
              value={device.id}
              variant="danger"
              size="small"
              aria-label={t('revoke_named', { device: name })}
            >
              {t('revoke')}
            </Button>
          </Form>
        )
      }
    >
      <Moment at={signedInAt} say={(when) => t('first_seen', { when })} />
      {isConfirmed && (
        <>
          {' · '}
          <Moment at={confirmedAt} say={(when) => t('last_confirmed', { when })} />
        </>
      )}
      {facts.filter((fact) => fact !== '').map((fact) => ` · ${fact}`)}
    </Row>
  )
}
