import { Badge } from '@gatehouse/design/content'
import { useText } from '../text/texts.tsx'
import { healthOf, type StreamState } from './stream.ts'

/** The health of a stream, in a word. */
export function HealthBadge({ stream }: { readonly stream: StreamState }) {
  const t = useText('console_events')
  const health = healthOf(stream)
  return (
    <Badge tone={health === 'running' ? 'good' : health === 'failing' ? 'bad' : 'neutral'}>
      {t(`health.${health}`)}
    </Badge>
  )
}
