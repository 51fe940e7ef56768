import { Icon } from '@gatehouse/design/content'
import { useHydrated } from '@gatehouse/design/browser'
import { type ReactNode, useState } from 'react'
import { useLocation, useParams } from 'react-router'
import type { PulseJob } from '../pulse/pulse.ts'
import { useText } from '../text/texts.tsx'
import { useNotice } from './notice.ts'
import { PageLink } from './page-link.tsx'
import classes from './toast.module.css'

export interface ToastProps {
  /** Long work that has ended meanwhile. */
  readonly ended: readonly PulseJob[]
  /** The address of its project's pages. */
  readonly root: string
}

/**
 * What was just done, over the page and in view wherever one is on it. It stays until it is put away or another page
 * comes, since what goes by itself is missed; it is there without script. Work that has ended is reported beside it.
 */
export function Toast({ ended, root }: ToastProps) {
  const notice = useNotice()
  const t = useText('console')
  const [away, setAway] = useState<readonly string[]>([])
  const { job: shown } = useParams()
  // The same may be done again, and is said again.
  const said = `${useLocation().key} ${notice}`
  const putAway = (id: string) => setAway((before) => [...before, id])
  return (
    // Always there, so that a screen reader says what script puts into it.
    <div role="status" className={classes.region} data-print="no">
      {ended
        .filter(({ id }) => id !== shown && !away.includes(id))
        .map(({ id, kind, state, done, total, refused }) => (
          <Card key={id} id="work-ended" isGood={state === 'done' && refused === 0} putAway={() => putAway(id)}>
            {t(endingOf({ state, refused }), { what: t(`work.${kind}`), done, refused, total: total ?? done })}{' '}
            <PageLink href={`${root}/jobs/${id}`}>{t('work.show')}</PageLink>
          </Card>
        ))}
      {notice !== undefined && !away.includes(said) && (
        <Card id="notice" isGood putAway={() => putAway(said)}>
          {notice}
        </Card>
      )}
    </div>
  )
}

function endingOf({ state, refused }: Pick<PulseJob, 'state' | 'refused'>) {
  if (state !== 'done') return 'work.ended'
  return refused === 0 ? 'work.done' : 'work.done_refused'
}

interface CardProps {
  readonly id: 'notice' | 'work-ended'
  readonly isGood: boolean
  readonly putAway: () => void
  readonly children: ReactNode
}

function Card({ id, isGood, putAway, children }: CardProps) {
  const t = useText('console')
  const hydrated = useHydrated()
  return (
    <div className={classes.toast} data-testid={id}>
      <span className={classes.mark} data-bad={!isGood || undefined}>
        <Icon name={isGood ? 'check' : 'alert'} size={18} />
      </span>
      <p>{children}</p>
      {hydrated && (
        <button type="button" className={classes.away} aria-label={t('toast.away')} onClick={putAway}>
          <Icon name="close" size={16} />
        </button>
      )}
    </div>
  )
}
