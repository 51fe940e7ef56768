import { PageLink } from '../page/page-link.tsx'
import { useProjectRoot } from '../scopes/use-project-root.ts'
import { useText } from '../text/texts.tsx'
import type { FailureReasons } from './failure-reasons.server.ts'
import classes from './overview.module.css'

/** Why sign-ins failed, with the way to each of them. */
export function FailureReasonList({ reasons, isCut }: FailureReasons) {
  const t = useText('console_events')
  const said = useText('console_activity')
  const root = useProjectRoot()
  const most = Math.max(1, ...reasons.map(({ count }) => count))
  return (
    <div className={classes.reasons} data-testid="reasons">
      <h3>{t(isCut ? 'reasons.newest' : 'reasons.title')}</h3>
      <ul>
        {reasons.map(({ key, count }) => (
          <li key={key}>
            <span className={classes.reason}>{said(key)}</span>
            <span className={classes.count}>{count}</span>
            <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
              <rect data-kind="whole" width="100" height="4" />
              <rect data-kind="failed" width={(count / most) * 100} height="4" />
            </svg>
          </li>
        ))}
      </ul>
      <PageLink href={`${root}/events?type=LoginFailed`}>{t('reasons.all')}</PageLink>
    </div>
  )
}
