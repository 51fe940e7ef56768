import { Badge } from '@gatehouse/design/content'
import { useText } from '../text/texts.tsx'

/** Whether an account may be used. */
export function StateBadge({ state }: { readonly state: string }) {
  const t = useText('console_people')
  return (
    <Badge tone={state === 'active' ? 'good' : 'warn'}>
      {t(`state.${state === 'active' ? 'active' : 'inactive'}`)}
    </Badge>
  )
}
