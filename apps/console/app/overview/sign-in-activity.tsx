import { Empty, Panel, Section } from '@gatehouse/design/content'
import { PageLink } from '../page/page-link.tsx'
import { useProjectRoot } from '../scopes/use-project-root.ts'
import { useText } from '../text/texts.tsx'
import type { FailureReasons } from './failure-reasons.server.ts'
import classes from './overview.module.css'
import { SignInChart } from './sign-in-chart.tsx'
import { MethodTable, StretchTable } from './sign-in-tables.tsx'
import { latencyOf, type SignInBucket, totalOf } from './sign-in-totals.ts'

export interface SignInActivityProps {
  /** Absent: the project's identity service does not tell. */
  readonly buckets: readonly SignInBucket[] | undefined
  /** Of the period before. */
  readonly before: readonly SignInBucket[]
  /** Absent: the role does not include events. */
  readonly reasons: FailureReasons | undefined
}

/** Successful and failed sign-ins, over time and by method. */
export function SignInActivity({ buckets, before, reasons }: SignInActivityProps) {
  const t = useText('console_events')
  if (buckets === undefined) {
    return (
      <Section id="sign-ins" title={t('sign_ins.title')}>
        <Empty drawing="lantern" title={t('sign_ins.not_told')} />
      </Section>
    )
  }
  const { succeeded, failed } = totalOf(buckets)
  const latency = latencyOf(buckets)
  return (
    <Section id="sign-ins" title={t('sign_ins.title')}>
      {succeeded + failed === 0 ? (
        <Empty drawing="lantern" title={t('sign_ins.none')}>
          <p>{t('sign_ins.none_text')}</p>
        </Empty>
      ) : (
        <Panel padded>
          <div className={classes.activity}>
            <SignInChart kind="succeeded" buckets={buckets} before={before} />
            {failed > 0 && (
              <div className={classes.failures}>
                <SignInChart kind="failed" buckets={buckets} before={before} />
                {reasons !== undefined && reasons.reasons.length > 0 && <FailureReasonList {...reasons} />}
              </div>
            )}
            {latency !== undefined && <p>{t('sign_ins.latency_text', latency)}</p>}
            <StretchTable buckets={buckets} />
            <h3>{t('sign_ins.methods')}</h3>
            <MethodTable buckets={buckets} />
          </div>
        </Panel>
      )}
    </Section>
  )
}

/** The reasons why sign-ins failed, each with a link to its events. */
function FailureReasonList({ reasons, isCut }: FailureReasons) {
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
