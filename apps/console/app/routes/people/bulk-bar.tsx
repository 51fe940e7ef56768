import { Icon, InkBar, selectAll, useSelected } from '@gatehouse/design/content'
import { useHydrated } from '@gatehouse/design/browser'
import { useState } from 'react'
import { Form } from 'react-router'
import { useText } from '../../text/texts.tsx'
import classes from './bulk-bar.module.css'
import { addressFields, type PeopleSearch } from './people-search.ts'
import { bulkBoxes } from './people-table.tsx'

export interface BulkBarProps {
  readonly search: PeopleSearch
  /** The number of matches on all pages; undefined: the service does not count them. */
  readonly total: number | undefined
  /** The number of them on this page. */
  readonly shown: number
}

/** The actions on the people that are selected in the table above; visible once there is a selection. */
export function BulkBar({ search, total, shown }: BulkBarProps) {
  const t = useText('console_people')
  const hydrated = useHydrated()
  const { selected } = useSelected(bulkBoxes)
  const [isEverybody, setEverybody] = useState(false)
  const isMore = total !== undefined && total > shown
  const wants = isEverybody && selected > 0
  const revive = search.state === 'inactive'
  const list = `${new URLSearchParams(addressFields(search))}`
  return (
    <Form id={bulkBoxes.form} method="post" action="bulk" className={classes.chosen}>
      <input type="hidden" name="list" value={list} />
      <InkBar
        label={t('bulk.label')}
        at="list"
        state={hydrated ? selected > 0 && t('bulk.selected', { count: wants ? total : selected }) : t('bulk.with')}
        actions={
          <>
            <Action action="revoke" />
            <Action action={revive ? 'activate' : 'deactivate'} />
            <Action action="delete" />
          </>
        }
      >
        {isMore && (
          <label>
            <input
              type="checkbox"
              name="match"
              value={list}
              autoComplete="off"
              checked={hydrated ? wants : undefined}
              onChange={({ target }) => setEverybody(target.checked)}
            />
            {t('bulk.everybody', { count: total })}
          </label>
        )}
        {hydrated && (
          <button
            type="button"
            className={classes.close}
            aria-label={t('bulk.none')}
            title={t('bulk.none')}
            onClick={() => {
              setEverybody(false)
              selectAll(bulkBoxes, false)
            }}
          >
            <Icon name="close" size={18} />
          </button>
        )}
      </InkBar>
    </Form>
  )
}

/** The actions on all results of a search, without selecting them. */
export function FoundBar({ search, total }: { readonly search: PeopleSearch; readonly total: number }) {
  const t = useText('console_people')
  const match = `${new URLSearchParams(addressFields(search))}`
  return (
    <Form method="post" action="bulk" className={classes.found} aria-label={t('bulk.found_label')}>
      <input type="hidden" name="match" value={match} />
      <span>{t('bulk.found', { count: total })}</span>
      <Action action="revoke" />
      <Action action={search.state === 'inactive' ? 'activate' : 'deactivate'} />
      <Action action="delete" />
    </Form>
  )
}

function Action({ action }: { readonly action: 'revoke' | 'activate' | 'deactivate' | 'delete' }) {
  const t = useText('console_people')
  return (
    <button type="submit" name="action" value={action} data-danger={action === 'delete' || undefined}>
      {t(action === 'revoke' ? 'bulk.sign_out' : `bulk.${action}`)}
    </button>
  )
}
