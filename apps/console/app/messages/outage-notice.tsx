import { Alert } from '@gatehouse/design/content'
import { Instant } from '../text/instant.tsx'
import { useText } from '../text/texts.tsx'
import { FaultFold, FaultText } from './fault-text.tsx'
import type { Outage } from './outages.server.ts'

/** A notice that the mail server, or the service for text messages, is down: the waiting messages, since when, why. */
export function OutageNotice({ outages }: { readonly outages: readonly Outage[] }) {
  const t = useText('console_people')
  return outages.map(({ channel, fault, since, waiting, isLeast }) => (
    <Alert
      key={channel}
      kind="error"
      title={t('outage.title', { number: `${waiting}${isLeast ? '+' : ''}` })}
      data-testid="outage"
    >
      <p>
        {t('outage.since')} <Instant at={since} />. <FaultText {...fault} /> {t('outage.text')}
      </p>
      <FaultFold {...fault} />
    </Alert>
  ))
}
