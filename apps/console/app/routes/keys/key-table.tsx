import { Badge, Empty } from '@gatehouse/design/content'
import { dateFormat } from '@gatehouse/design/time'
import { Confirm } from '../../dialog/confirm.tsx'
import { type Column, DataTable } from '../../table/data-table.tsx'
import { ListEmpty } from '../../table/filters.tsx'
import type { PagerProps } from '../../table/pager.tsx'
import { Instant } from '../../text/instant.tsx'
import { useLanguage, useText } from '../../text/texts.tsx'
import classes from './keys.module.css'
import type { ApiKey } from './keys.ts'

export interface KeyTableProps {
  readonly keys: readonly ApiKey[]
  readonly mayRevoke: boolean
  readonly pages: PagerProps
}

/** A table of keys: their purpose, their permissions, and their last use. */
export function KeyTable({ keys, mayRevoke, pages }: KeyTableProps) {
  const t = useText('console_workspace')
  const shared = useText('console')
  const language = useLanguage()
  const exactly = (at: string | undefined) =>
    at === undefined ? '' : dateFormat(language, 'second', 'utc').format(new Date(at))
  const columns: readonly Column<ApiKey>[] = [
    {
      id: 'name',
      heading: t('keys.name'),
      isName: true,
      look: 'sentence',
      render: (row) => <Name apiKey={row} />,
    },
    {
      id: 'role',
      heading: t('members.role'),
      card: 'end',
      size: 'short',
      title: ({ role }) => (role ? shared(`role.${role}`) : ''),
      render: ({ role }) => role && <Badge>{shared(`role.${role}`)}</Badge>,
    },
    {
      id: 'used',
      heading: t('keys.used'),
      card: 'line',
      look: 'sentence',
      size: 'date',
      title: (row) => exactly(row.last_used_at),
      render: (row) => (row.last_used_at === undefined ? t('keys.unused') : <Instant at={row.last_used_at} />),
    },
    {
      id: 'expires',
      heading: t('keys.expires'),
      card: 'line',
      look: 'sentence',
      size: 'date',
      title: (row) => exactly(row.expires_at),
      render: (row) => (row.expires_at === undefined ? t('keys.never') : <Instant at={row.expires_at} look="date" />),
    },
    ...(mayRevoke
      ? [
          {
            id: 'actions',
            heading: '',
            look: 'actions',
            size: 'short',
            render: (row: ApiKey) => <Revoke apiKey={row} />,
          } as const,
        ]
      : []),
  ]
  return (
    <DataTable
      caption={shared('nav.keys')}
      columns={columns}
      rows={keys}
      rowId={({ id }) => id}
      empty={
        <ListEmpty q="" pages={pages}>
          <Empty title={t('keys.empty')}>
            <p>{t('keys.empty_text')}</p>
          </Empty>
        </ListEmpty>
      }
    />
  )
}

function Name({ apiKey }: { readonly apiKey: ApiKey }) {
  return (
    <span className={classes.name}>
      <bdi>{apiKey.name}</bdi>
      <code dir="ltr">
        {apiKey.prefix}…{apiKey.last_characters}
      </code>
    </span>
  )
}

function Revoke({ apiKey: { id, name } }: { readonly apiKey: ApiKey }) {
  const t = useText('console_workspace')
  return (
    <Confirm
      ask={`revoke.${id}`}
      label={t('keys.revoke')}
      title={t('keys.revoke_title', { name })}
      confirm={t('keys.revoke')}
      intent="revoke"
      hidden={{ key: id, name }}
    >
      <p>{t('keys.revoke_text')}</p>
    </Confirm>
  )
}
