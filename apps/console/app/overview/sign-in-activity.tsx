import { Panel, Section } from '@gatehouse/design/content'
import { Empty } from '../layout/empty.tsx'
import { Tabs } from '../people/tabs.tsx'
import { useText } from '../text/texts.tsx'
import classes from './overview.module.css'
import { SignInChart } from './sign-in-chart.tsx'
import { MethodTable, StretchTable } from './sign-in-tables.tsx'
import { latencyOf, ranges, type Range, type SignInBucket, totalOf } from './sign-in-totals.ts'

export interface SignInActivityProps {
  readonly range: Range
  /** Absent: the project's identity service does not tell. */
  readonly buckets: readonly SignInBucket[] | undefined
}

/** Who signs in, and who fails to, over time and by method. */
export function SignInActivity({ range, buckets }: SignInActivityProps) {
  const t = useText('console_events')
  if (buckets === undefined) {
    return (
      <Section id="sign-ins" title={t('sign_ins.title')}>
        <Empty title={t('sign_ins.not_told')} />
      </Section>
    )
  }
  const { succeeded, failed } = totalOf(buckets)
  const latency = latencyOf(buckets)
  const tabs = ranges.map((one) => ({
    href: `?range=${one}#sign-ins`,
    label: t(`sign_ins.range_${one}`),
    current: one === range,
  }))
  return (
    <Section id="sign-ins" title={t('sign_ins.title')}>
      <Tabs label={t('sign_ins.range')} tabs={tabs} />
      {succeeded + failed === 0 ? (
        <Empty title={t('sign_ins.none')}>
          <p>{t('sign_ins.none_text')}</p>
        </Empty>
      ) : (
        <Panel padded>
          <div className={classes.activity}>
            <SignInChart buckets={buckets} />
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
