import { Button } from '@gatehouse/design/controls'
import { PageLink } from '../../page/page-link.tsx'
import { Icon, Popover, Tabs } from '@gatehouse/design/content'
import { Form, useActionData } from 'react-router'
import { ConsoleForm, TextField } from '../../form/console-form.tsx'
import { faultsOf } from '../../form/faults.ts'
import { type Engine, supportsFeature } from '../../people/engine.ts'
import { useText } from '../../text/texts.tsx'
import type { SavedSearch } from './list-view.server.ts'
import { everybody, isNarrowed, pageAddress, type PeopleSearch } from './people-search.ts'
import classes from './people.module.css'
import { icons } from '../../page/icons.ts'

export interface SavedSearchesProps {
  readonly engine: Engine
  readonly search: PeopleSearch
  readonly saved: readonly SavedSearch[]
}

/** TABLE: the built-in searches. */
const usual = [
  { label: 'people.all', filter: {} },
  { label: 'people.without_second_step', filter: { second_step: 'false' } },
  { label: 'people.unverified', filter: { verified: 'false' } },
  { label: 'people.suspended', filter: { state: 'inactive' } },
] as const

/** The searches in the menu: the built-in ones, and those that the operator saved. */
export function SavedSearches({ engine, search, saved }: SavedSearchesProps) {
  const t = useText('console_people')
  const here = sameSearch(pageAddress(search))
  const all = everybody(search)
  const known = supportsFeature(engine, 'narrowing') ? usual : usual.slice(0, 1)
  const tabs = [
    ...known.map(({ label, filter }) => ({ label: t(label), href: pageAddress({ ...all, ...filter }) })),
    ...saved.map(({ name, search: query }) => ({ label: name, href: `?${query}` })),
  ].map((tab) => ({ ...tab, current: sameSearch(tab.href) === here }))
  const own = saved.find(({ search: query }) => sameSearch(query) === here)
  const isNew = isNarrowed(search) && !tabs.some(({ current }) => current)
  return (
    <Tabs link={PageLink} label={t('people.searches')} tabs={tabs}>
      {isNew && <SaveSearch search={search} />}
      {own !== undefined && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="name" value={own.name} />
          <Button type="submit" name="intent" value="remove_search" variant="text" size="small">
            {t('people.search_remove')}
          </Button>
        </Form>
      )}
    </Tabs>
  )
}

/** The same search, whatever order it is in. */
function sameSearch(query: string): string {
  const fields = new URLSearchParams(query)
  for (const name of ['order', 'by']) fields.delete(name)
  fields.sort()
  return `${fields}`
}

function SaveSearch({ search }: { readonly search: PeopleSearch }) {
  const t = useText('console_people')
  const isRefused = faultsOf(useActionData(), 'save_search') !== undefined
  return (
    <div className={classes.save}>
      <Popover
        look="chip"
        label={
          <>
            <Icon name={icons.plus} size={14} />
            {t('people.search_save')}
          </>
        }
        isOpen={isRefused}
      >
        <ConsoleForm
          intent="save_search"
          submit={t('people.search_keep')}
          hidden={{ search: pageAddress(search).slice(1) }}
        >
          <TextField
            name="name"
            label={t('people.search_name')}
            maxLength={40}
            dir="auto"
            autoComplete="off"
            required
          />
        </ConsoleForm>
      </Popover>
    </div>
  )
}
