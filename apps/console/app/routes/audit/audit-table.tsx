import { Empty } from '@gatehouse/design/content'
import { dateFormat } from '@gatehouse/design/time'
import { ActorName } from '../../events/event-sentence.tsx'
import { FilledText } from '../../events/filled-text.tsx'
import { isAboutJob } from '../../events/started-job.ts'
import { operationKey } from '../../events/operations-in-words.ts'
import { useTargetWords } from '../../events/use-target-words.ts'
import { rootOf } from '../../page/navigation-of.ts'
import { PageLink } from '../../page/page-link.tsx'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { Instant } from '../../text/instant.tsx'
import { useLanguage, useText } from '../../text/texts.tsx'
import { useScope } from '../../scopes/use-scope.ts'
import classes from './audit.module.css'
import type { AuditLine } from './audit.ts'

export interface AuditTableProps {
  readonly entries: readonly AuditLine[]
  readonly isFiltered: boolean
}

/** Lines of the audit log, newest first. */
export function AuditTable({ entries, isFiltered }: AuditTableProps) {
  const t = useText('console_workspace')
  const caption = useText('console')('nav.audit')
  const language = useLanguage()
  const columns: readonly Column<AuditLine>[] = [
    {
      id: 'at',
      heading: t('audit.at'),
      card: 'fact',
      look: 'number',
      size: 'long',
      title: ({ at }) => dateFormat(language, 'second', 'utc').format(new Date(at)),
      render: ({ at }) => <Instant at={at} />,
    },
    {
      id: 'what',
      heading: t('audit.what'),
      isName: true,
      look: 'sentence',
      render: (row) => <Line line={row} />,
    },
    {
      id: 'operation',
      heading: t('audit.code'),
      card: 'none',
      size: 'medium',
      title: ({ operation }) => operation,
      render: ({ operation }) => (
        <code className={classes.operation} dir="ltr">
          {operation}
        </code>
      ),
    },
  ]
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={entries}
      rowId={({ id }) => id}
      empty={<Empty drawing="lantern" title={t(isFiltered ? 'audit.none' : 'audit.empty')} />}
    />
  )
}

function Line({ line: { operation, actor, target, reason } }: { readonly line: AuditLine }) {
  const t = useText('console_activity')
  const targetWords = useTargetWords()
  const data = useScope()
  // Jobs are pages of their project.
  const root = data.project && rootOf(data)
  const named = <bdi title={target.id}>{targetWords(operation, target.name || target.id)}</bdi>
  const key = operationKey(operation, target.name)
  return (
    <span className={classes.line}>
      <span>
        <FilledText
          say={(marks) => t(key, { ...marks, operation })}
          drawn={{
            actor: <ActorName act={{ actor }} system={false} />,
            target: (
              <b>
                {root !== undefined && isAboutJob(operation) ? (
                  <PageLink href={`${root}/jobs/${target.id}`}>{named}</PageLink>
                ) : (
                  named
                )}
              </b>
            ),
          }}
        />
      </span>
      {reason !== null && (
        <q>
          <bdi>{reason}</bdi>
        </q>
      )}
    </span>
  )
}
