import type { CourierMessage } from '@gatehouse/contract/identities'
import { Badge } from '@gatehouse/design/content'
import { useText } from '../text/texts.tsx'

/** The status of a message, in a word. */
export function StatusBadge({ status }: { readonly status: CourierMessage['status'] }) {
  const t = useText('console_people')
  return (
    <Badge tone={status === 'sent' ? 'good' : status === 'abandoned' ? 'bad' : 'neutral'}>
      {t(`message.status_${status}`)}
    </Badge>
  )
}
