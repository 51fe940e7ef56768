import { useId } from 'react'
import { dateFormat } from '@gatehouse/design/time'
import { useLanguage, useText } from '../text/texts.tsx'
import classes from './overview.module.css'
import { type SignInBucket, totalOf } from './sign-in-totals.ts'
import { areHours, StretchName } from './stretch-name.tsx'

/** Width of a stretch, and height of the drawing, in its units. */
const step = 10
const height = 100

export interface SignInChartProps {
  readonly kind: 'succeeded' | 'failed'
  readonly buckets: readonly SignInBucket[]
  /** As many stretches of the period before: drawn as a line. */
  readonly before: readonly SignInBucket[]
}

/**
 * Successful or failed sign-ins, each on a separate scale. Words stand beside the drawing, so that it may be mirrored
 * if time runs from right to left; a stretch shows its figures as its tooltip.
 */
export function SignInChart({ kind, buckets, before }: SignInChartProps) {
  const t = useText('console_events')
  const language = useLanguage()
  const id = useId()
  const { succeeded, failed } = totalOf(buckets)
  const scale = scaleFor(Math.max(1, ...[...buckets, ...before].map((bucket) => bucket[kind])))
  const width = buckets.length * step
  const [first, middle, last] = [buckets.at(0), buckets.at(Math.floor(buckets.length / 2)), buckets.at(-1)]
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(1.5, (count / scale) * (height - 4)))
  const line = before.map((bucket, index) => `${index * step + step / 2},${height - heightOf(bucket[kind])}`)
  const nameOf = ({ start }: SignInBucket) =>
    dateFormat(language, areHours(buckets) ? 'moment' : 'date', 'utc').format(new Date(start))
  return (
    <figure className={classes.chart} data-testid={`chart-${kind}`} aria-labelledby={id}>
      <figcaption id={id}>
        <ul className={classes.legend}>
          <li data-kind={kind}>{t(`sign_ins.${kind}`)}</li>
          {before.length > 0 && <li data-kind="before">{t('sign_ins.before')}</li>}
        </ul>
      </figcaption>
      <div className={classes.plot}>
        <ol className={classes.scale} aria-hidden="true">
          {[scale, scale / 2, 0].map((number) => (
            <li key={number}>{Number.isInteger(number) ? new Intl.NumberFormat(language).format(number) : ''}</li>
          ))}
        </ol>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={
            kind === 'succeeded' ? t('sign_ins.chart', { succeeded, failed }) : t('sign_ins.chart_failed', { failed })
          }
        >
          {[4, (height + 4) / 2, height].map((y) => (
            <line key={y} x1="0" x2={width} y1={y} y2={y} />
          ))}
          {buckets.map((bucket, index) => (
            <g key={bucket.start} data-stretch={bucket.start}>
              <title>{`${nameOf(bucket)}: ${t('sign_ins.stretch', { number: bucket[kind], before: before[index]?.[kind] ?? 0 })}`}</title>
              <rect data-kind="space" x={index * step} y="0" width={step} height={height} />
              <rect
                data-kind={kind}
                x={index * step + 1.5}
                y={height - heightOf(bucket[kind])}
                width={step - 3}
                height={heightOf(bucket[kind])}
              />
            </g>
          ))}
          {before.some((bucket) => bucket[kind] > 0) && <polyline points={line.join(' ')} />}
        </svg>
        {first !== undefined && middle !== undefined && last !== undefined && (
          <p className={classes.axis} aria-hidden="true">
            {[first, middle, last].map(({ start }) => (
              <StretchName key={start} start={start} buckets={buckets} />
            ))}
          </p>
        )}
      </div>
    </figure>
  )
}

/** Returns the top of a scale: one, two or five times a power of ten, or twice that, with a whole half if possible. */
function scaleFor(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most))
  const fits = [1, 2, 4, 5, 6, 8, 10].find((times) => times * power >= most) ?? 10
  return Math.max(2, fits * power)
}
