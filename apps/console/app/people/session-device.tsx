import { useText } from '../text/texts.tsx'
import type { SessionView } from './session-view.server.ts'

type Device = Pick<SessionView, 'browser' | 'system' | 'ipAddress' | 'location'>

/** Returns a function that names the device of a session: "Firefox on Linux", or the part that is known. */
export function useDeviceNames(): (device: Device) => string {
  const t = useText('console_people')
  return ({ browser, system }) =>
    browser !== undefined && system !== undefined
      ? t('device.both', { browser, system })
      : (browser ?? system ?? t('device.unknown'))
}

/** The device of a session, its IP address and location, as far as they are known. */
export function SessionDevice(device: Device) {
  const deviceName = useDeviceNames()
  const where = [device.ipAddress, device.location].filter((part) => part !== undefined).join(' · ')
  return (
    <span>
      {deviceName(device)}
      {where !== '' && (
        <small>
          {' '}
          <bdi>{where}</bdi>
        </small>
      )}
    </span>
  )
}
