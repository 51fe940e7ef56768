import { Badge } from '@gatehouse/design/content'
import { useText } from '../text/texts.tsx'
import classes from './health-badge.module.css'
import { healthOf, type StreamState } from './stream.ts'

/** How a stream fares, in a word. */
export function HealthBadge({ stream }: { readonly stream: StreamState }) {
  const t = useText('console_events')
  const health = healthOf(stream)
  if (health === 'failing') return <strong className={classes.failing}>{t('health.failing')}</strong>
  return <Badge on={health === 'running'}>{t(`health.${health}`)}</Badge>
}
