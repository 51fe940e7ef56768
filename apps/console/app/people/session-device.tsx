import { useText } from '../text/texts.tsx'
import type { SeenSession } from './device.server.ts'

type Seen = Pick<SeenSession, 'browser' | 'system' | 'address' | 'location'>

/** "Firefox on Linux, 192.0.2.7", or as much of it as is known. */
export function SessionDevice({ browser, system, address, location }: Seen) {
  const t = useText('console_people')
  const both = browser !== undefined && system !== undefined
  const name = both ? t('device.both', { browser, system }) : (browser ?? system ?? t('device.unknown'))
  const where = [address, location].filter((part) => part !== undefined).join(' · ')
  return (
    <span>
      {name}
      {where !== '' && (
        <small>
          {' '}
          <bdi>{where}</bdi>
        </small>
      )}
    </span>
  )
}
