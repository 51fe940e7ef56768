import { type Column, DataTable } from '../table/data-table.tsx'
import { methodName } from '../events/words.ts'
import { useText } from '../text/texts.tsx'
import classes from './overview.module.css'
import { methodsOf, type SignInBucket, type Tally, totalOf } from './sign-in-totals.ts'
import { areHours, StretchName } from './stretch-name.tsx'

/** The figures that the chart draws, stretch by stretch. */
export function StretchTable({ buckets }: { readonly buckets: readonly SignInBucket[] }) {
  const t = useText('console_events')
  const columns: readonly Column<SignInBucket>[] = [
    {
      id: 'start',
      heading: t(areHours(buckets) ? 'sign_ins.hour' : 'sign_ins.day'),
      isName: true,
      render: ({ start }) => <StretchName start={start} buckets={buckets} />,
    },
    {
      id: 'succeeded',
      heading: t('sign_ins.succeeded'),
      look: 'number',
      size: 'short',
      render: (row) => row.succeeded,
    },
    { id: 'failed', heading: t('sign_ins.failed'), look: 'number', size: 'short', render: (row) => row.failed },
    {
      id: 'latency',
      heading: t('sign_ins.latency'),
      look: 'number',
      size: 'long',
      render: ({ duration_ms: took }) =>
        took === null
          ? '–'
          : t('sign_ins.ms', { average: Math.round(took.average), longest: Math.round(took.longest) }),
    },
  ]
  return (
    <details className={classes.details}>
      <summary>{t('sign_ins.table')}</summary>
      <DataTable
        caption={t('sign_ins.title')}
        columns={columns}
        rows={buckets}
        rowId={({ start }) => start}
        empty={null}
      />
    </details>
  )
}

type MethodRow = Tally & { readonly method: string }

/** A table of sign-ins by method, successful and failed. */
export function MethodTable({ buckets }: { readonly buckets: readonly SignInBucket[] }) {
  const t = useText('console_events')
  const said = useText('console_activity')
  const all = Math.max(1, totalOf(buckets).succeeded)
  const columns: readonly Column<MethodRow>[] = [
    {
      id: 'method',
      heading: t('sign_ins.method'),
      isName: true,
      render: ({ method }) => (method === '' ? t('sign_ins.no_method') : methodName(said, method)),
    },
    {
      id: 'share',
      heading: t('sign_ins.share'),
      render: ({ succeeded }) => (
        <span className={classes.share}>
          <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect data-kind="whole" width="100" height="8" />
            <rect data-kind="succeeded" width={(succeeded / all) * 100} height="8" />
          </svg>
          {Math.round((succeeded / all) * 100)} %
        </span>
      ),
    },
    {
      id: 'succeeded',
      heading: t('sign_ins.succeeded'),
      look: 'number',
      size: 'short',
      render: (row) => row.succeeded,
    },
    { id: 'failed', heading: t('sign_ins.failed'), look: 'number', size: 'short', render: (row) => row.failed },
  ]
  return (
    <DataTable
      caption={t('sign_ins.methods')}
      columns={columns}
      rows={methodsOf(buckets)}
      rowId={({ method }) => method || '-'}
      empty={null}
    />
  )
}
