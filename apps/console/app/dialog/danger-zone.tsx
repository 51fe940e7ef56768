import { Panel, Section } from '@gatehouse/design/content'
import type { ReactNode } from 'react'

export interface DangerZoneProps {
  readonly title: string
  readonly intro?: ReactNode
  /** Rows, such as `ConfirmRow`; none where nothing can be taken away. */
  readonly children?: ReactNode
  /** What to do before, below the rows. */
  readonly before?: ReactNode
}

/** The last part of a page: what ends things, each row asking once more. */
export function DangerZone({ title, intro, children, before }: DangerZoneProps) {
  return (
    <Section id="danger" title={title} intro={intro}>
      {children && <Panel>{children}</Panel>}
      {before && <p>{before}</p>}
    </Section>
  )
}
