import { useText } from '../text/texts.tsx'
import classes from './overview.module.css'
import { type SignInBucket, totalOf } from './sign-in-totals.ts'
import { StretchName } from './stretch-name.tsx'

/** Width of a stretch, and height of each half, in units of the drawing. */
const step = 10
const half = 50

/**
 * Successes upwards, failures downwards: they differ by more than colour. Words stand beside the drawing, so
 * that it may be mirrored where time runs from right to left.
 */
export function SignInChart({ buckets }: { readonly buckets: readonly SignInBucket[] }) {
  const t = useText('console_events')
  const { succeeded, failed } = totalOf(buckets)
  const most = Math.max(1, ...buckets.flatMap((bucket) => [bucket.succeeded, bucket.failed]))
  const width = buckets.length * step
  const [first, last] = [buckets.at(0), buckets.at(-1)]
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(1.5, (count / most) * (half - 2)))
  return (
    <figure className={classes.chart} data-testid="chart">
      <figcaption>
        <ul className={classes.legend}>
          <li data-kind="succeeded">{t('sign_ins.succeeded')}</li>
          <li data-kind="failed">{t('sign_ins.failed')}</li>
          <li>{t('sign_ins.most', { number: most })}</li>
        </ul>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${half * 2}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('sign_ins.chart', { succeeded, failed })}
      >
        {buckets.map((bucket, index) => (
          <g key={bucket.start} data-stretch={bucket.start}>
            <rect
              data-kind="succeeded"
              x={index * step + 1.5}
              y={half - heightOf(bucket.succeeded)}
              width={step - 3}
              height={heightOf(bucket.succeeded)}
            />
            <rect
              data-kind="failed"
              x={index * step + 1.5}
              y={half}
              width={step - 3}
              height={heightOf(bucket.failed)}
            />
          </g>
        ))}
        <line x1="0" x2={width} y1={half} y2={half} />
      </svg>
      {first !== undefined && last !== undefined && (
        <p className={classes.axis} aria-hidden="true">
          <StretchName start={first.start} buckets={buckets} />
          <StretchName start={last.start} buckets={buckets} />
        </p>
      )}
    </figure>
  )
}
