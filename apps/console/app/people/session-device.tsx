import { useText } from '../text/texts.tsx'
import type { SeenSession } from './device.server.ts'

type Seen = Pick<SeenSession, 'browser' | 'system' | 'address' | 'location'>

/** Says the device of a session in words: "Firefox on Linux", or as much of it as is known. */
export function useDeviceNames(): (seen: Seen) => string {
  const t = useText('console_people')
  return ({ browser, system }) =>
    browser !== undefined && system !== undefined
      ? t('device.both', { browser, system })
      : (browser ?? system ?? t('device.unknown'))
}

/** "Firefox on Linux, 192.0.2.7", or as much of it as is known. */
export function SessionDevice(seen: Seen) {
  const deviceName = useDeviceNames()
  const where = [seen.address, seen.location].filter((part) => part !== undefined).join(' · ')
  return (
    <span>
      {deviceName(seen)}
      {where !== '' && (
        <small>
          {' '}
          <bdi>{where}</bdi>
        </small>
      )}
    </span>
  )
}
