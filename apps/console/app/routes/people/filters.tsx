import { Field, TextInput, Select } from '@gatehouse/design/controls'
import { type Engine, isAble } from '../../people/engine.ts'
import { Filters } from '../../table/filters.tsx'
import { useText } from '../../text/texts.tsx'
import classes from './people.module.css'
import { isNarrowed, type PeopleSearch, searchWays } from './people-search.ts'
import { WordsField } from './words-field.tsx'

export interface PeopleFiltersProps {
  readonly engine: Engine
  readonly search: PeopleSearch
  readonly schemas: readonly { readonly id: string; readonly title: string }[]
  readonly organizations: readonly { readonly id: string; readonly label: string }[]
}

/** Narrows a list of people. An address each, so that a search can be sent to somebody. */
export function PeopleFilters({ engine, search, schemas, organizations }: PeopleFiltersProps) {
  const t = useText('console_people')
  const narrows = isAble(engine, 'narrowing')
  // The field of the words stays while they are typed, and follows the address by itself.
  const { q, token: _token, ...others } = search
  return (
    <>
      <Filters state={JSON.stringify(search.by === 'words' ? others : search)} isNarrowed={isNarrowed(search)}>
        {search.by === 'words' ? (
          <WordsField id="people-q" label={t('people.search')} example={t('people.search_example')} q={q} />
        ) : (
          <Field id="people-q" label={t('people.search')}>
            {(control) => <TextInput {...control} type="search" name="q" defaultValue={q} dir="auto" />}
          </Field>
        )}
        {search.order === 'oldest' && <input type="hidden" name="order" value={search.order} />}
        {search.by !== 'words' && (
          <Field id="people-by" label={t('people.by')}>
            {(control) => (
              <Select
                {...control}
                name="by"
                defaultValue={search.by}
                options={searchWays.map((way) => ({ value: way, label: t(`people.by_${way}`) }))}
              />
            )}
          </Field>
        )}
        {narrows && (
          <Field id="people-state" label={t('people.state')}>
            {(control) => (
              <Select
                {...control}
                name="state"
                defaultValue={search.state}
                placeholder={t('people.any')}
                options={(['active', 'inactive'] as const).map((state) => ({
                  value: state,
                  label: t(`state.${state}`),
                }))}
              />
            )}
          </Field>
        )}
        {narrows && schemas.length > 1 && (
          <Field id="people-schema" label={t('people.schema')}>
            {(control) => (
              <Select
                {...control}
                name="schema"
                defaultValue={search.schema}
                placeholder={t('people.any')}
                options={schemas.map(({ id, title }) => ({ value: id, label: title }))}
              />
            )}
          </Field>
        )}
        {organizations.length > 0 && (
          <Field id="people-organization" label={t('people.organization')}>
            {(control) => (
              <Select
                {...control}
                name="organization"
                defaultValue={search.organization}
                placeholder={t('people.any')}
                options={organizations.map(({ id, label }) => ({ value: id, label }))}
              />
            )}
          </Field>
        )}
      </Filters>
      {!narrows && <p className={classes.lacks}>{t('engine.narrowing')}</p>}
    </>
  )
}
