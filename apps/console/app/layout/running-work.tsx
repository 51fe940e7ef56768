import type { PulseJob } from '../pulse/pulse.ts'
import { useText } from '../text/texts.tsx'
import { PageLink } from '../page/page-link.tsx'
import classes from './running-work.module.css'

export interface RunningWorkProps {
  readonly jobs: readonly PulseJob[]
  readonly root: string
  /** Beside the navigation, or at the foot of the window if the window is too narrow for one. */
  readonly beside: 'navigation' | 'page'
}

/** The progress of running jobs, on every page of their project. */
export function RunningWork({ jobs, root, beside }: RunningWorkProps) {
  const t = useText('console')
  const running = jobs.filter(({ state }) => state === 'running')
  if (running.length === 0) return null
  return (
    <section className={classes.work} data-beside={beside} aria-label={t('work.title')} data-print="no">
      {running.map(({ id, kind, done, total }) => (
        <div key={id} className={classes.job} data-testid="running-work">
          <p>
            <PageLink href={`${root}/jobs/${id}`}>{t(`work.${kind}`)}</PageLink>
            <small>{total === null ? t('work.counting') : t('work.progress', { done, total })}</small>
          </p>
          <progress
            aria-label={t(`work.${kind}`)}
            max={Math.max(1, total ?? 1)}
            value={total === null ? undefined : done}
          />
        </div>
      ))}
    </section>
  )
}
