import { Field, Select, TextInput } from '@gatehouse/design/controls'
import { FilterChip, Icon, Popover, PopoverItem, SearchBox, Toolbar } from '@gatehouse/design/content'
import { Form } from 'react-router'
import { HiddenFields } from '../../form/hidden-fields.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { type Engine, supportsFeature } from '../../people/engine.ts'
import { useText } from '../../text/texts.tsx'
import { FilterField, FilterGroup } from '../../table/filters.tsx'
import type { ListLook } from './columns.ts'
import { type FilterChoices, useFilterWords, type WordedFilter } from './filter-words.ts'
import classes from './filters.module.css'
import { addressFields, everybody, isNarrowed, pageAddress, type PeopleSearch, searchWays } from './people-search.ts'
import { LookFields, type LookFieldsProps } from './look-menu.tsx'
import { WordsField } from './words-field.tsx'
import { icons } from '../../page/icons.ts'

export interface PeopleFiltersProps extends FilterChoices {
  readonly engine: Engine
  readonly search: PeopleSearch
  readonly look: ListLook
  readonly allTraits: LookFieldsProps['traits']
}

/** Narrows a list of people. An address each, so that a search can be shared. */
export function PeopleFilters({ engine, search, schemas, organizations, look, allTraits }: PeopleFiltersProps) {
  const t = useText('console_people')
  const common = useText('console')
  const filters = useFilterWords(search, { schemas, organizations }).filter(
    ({ name }) => name === 'organization' || supportsFeature(engine, 'narrowing'),
  )
  const names = new Set<string>(filters.map(({ name }) => name))
  return (
    <div>
      <Toolbar>
        <WordsForm search={search} />
        <FilterGroup
          state={pageAddress(search)}
          count={filters.filter(({ chosen }) => chosen !== undefined).length}
          kept={Object.fromEntries(addressFields(search).filter(([name]) => name !== 'order' && !names.has(name)))}
          clear={isNarrowed(search) ? pageAddress(everybody(search)) : undefined}
          chips={
            <>
              {filters.filter(isAtHand).map(({ name, label, choices, chosen }) => (
                <FilterChip
                  key={`${name} ${pageAddress(search)}`}
                  label={label}
                  link={PageLink}
                  chosen={
                    chosen && {
                      label: chosen.label,
                      without: pageAddress({ ...search, [name]: '' }),
                      remove: common('filter.remove', { label, value: chosen.label }),
                    }
                  }
                  choices={choices.map(({ value, label: text }) => ({
                    href: pageAddress({ ...search, [name]: value }),
                    label: text,
                  }))}
                />
              ))}
              <MoreFilters filters={filters.filter((filter) => !isAtHand(filter))} search={search} />
            </>
          }
          fields={
            <>
              {filters.map(({ name, label, choices, chosen }) => (
                <FilterField
                  key={name}
                  id={`people-${name}`}
                  label={label}
                  name={name}
                  value={chosen?.value ?? ''}
                  any={common('filter.any')}
                  options={choices}
                />
              ))}
              <LookFields id="narrow" engine={engine} look={look} traits={allTraits} search={search} />
            </>
          }
        />
      </Toolbar>
      {!supportsFeature(engine, 'narrowing') && <p className={classes.lacks}>{t('engine.narrowing')}</p>}
    </div>
  )
}

/** The words, in a form that keeps the filters. */
function WordsForm({ search }: { readonly search: PeopleSearch }) {
  const t = useText('console_people')
  const common = useText('console')
  const kept = Object.fromEntries(addressFields(search).filter(([name]) => name !== 'q' && name !== 'by'))
  return (
    // The field keeps its state while a person types, and follows the address otherwise.
    <search className={classes.words}>
      <Form method="get" action="?" key={search.by === 'words' ? 'words' : pageAddress(search)}>
        <SearchBox submit={common('list.search')}>
          {search.by === 'words' ? (
            <WordsField id="people-q" label={t('people.search')} example={t('people.search_example')} q={search.q} />
          ) : (
            <Field id="people-q" label={t('people.search')}>
              {(control) => <TextInput {...control} type="search" name="q" defaultValue={search.q} dir="auto" />}
            </Field>
          )}
        </SearchBox>
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
        <HiddenFields fields={kept} />
      </Form>
    </search>
  )
}

/** Filters that are asked for most. */
const atHand: ReadonlySet<string> = new Set(['state', 'method', 'second_step', 'organization'])

function isAtHand({ name, chosen }: WordedFilter): boolean {
  return atHand.has(name) || chosen !== undefined
}

/** The others, in one panel. */
function MoreFilters({
  filters,
  search,
}: {
  readonly filters: readonly WordedFilter[]
  readonly search: PeopleSearch
}) {
  const t = useText('console_people')
  if (filters.length === 0) return null
  return (
    <Popover
      key={pageAddress(search)}
      look="chip"
      label={
        <>
          <Icon name={icons.plus} size={14} />
          {t('filter.add')}
        </>
      }
    >
      {filters.map(({ name, label, choices }) => (
        <section key={name} aria-label={label} className={classes.group}>
          <p>{label}</p>
          {choices.map(({ value, label: text }) => (
            <PopoverItem link={PageLink} key={value} href={pageAddress({ ...search, [name]: value })}>
              {text}
            </PopoverItem>
          ))}
        </section>
      ))}
    </Popover>
  )
}
