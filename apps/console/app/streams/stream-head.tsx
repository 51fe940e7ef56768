import { Tabs } from '@gatehouse/design/content'
import type { ReactNode } from 'react'
import { PageHead } from '../page/page-head.tsx'
import { PageLink } from '../page/page-link.tsx'
import { useMay } from '../scopes/use-scope.ts'
import { useProjectRoot } from '../scopes/use-project-root.ts'
import { useText } from '../text/texts.tsx'
import { destinationOf, nameOf, type Stream } from './stream.ts'

/** The pages of a stream. */
export type StreamTab = 'status' | 'deliveries'

interface StreamHeadProps {
  readonly stream: Stream
  readonly tab: StreamTab
  readonly actions?: ReactNode
}

/** The name of a stream, its destination, and its pages as tabs. */
export function StreamHead({ stream, tab, actions }: StreamHeadProps) {
  const t = useText('console_events')
  const may = useMay()
  const address = `${useProjectRoot()}/streams/${stream.id}`
  const tabs = [
    { href: address, label: t('stream.how'), current: tab === 'status' },
    ...(may('listEventStreamDeliveries')
      ? [{ href: `${address}/deliveries`, label: t('deliveries.title'), current: tab === 'deliveries' }]
      : []),
  ]
  return (
    <>
      <PageHead
        title={nameOf(stream)}
        intro={
          <>
            {t(`kind.${stream.type}`)} · <bdi dir="ltr">{destinationOf(stream)}</bdi>
          </>
        }
        actions={actions}
      />
      <Tabs link={PageLink} label={nameOf(stream)} tabs={tabs} />
    </>
  )
}
