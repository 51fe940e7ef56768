import { Button, Field, Select, TextInput } from '@gatehouse/design/controls'
import { FilterChip, Icon, Popover, PopoverItem, SearchBox, Toolbar } from '@gatehouse/design/content'
import { Form } from 'react-router'
import { PageLink } from '../../layout/page-link.tsx'
import { type Engine, isAble } from '../../people/engine.ts'
import { useText } from '../../text/texts.tsx'
import { type FilterChoices, useFilterWords, type WordedFilter } from './filter-words.ts'
import classes from './filters.module.css'
import { addressFields, everybody, isNarrowed, pageAddress, type PeopleSearch, searchWays } from './people-search.ts'
import { WordsField } from './words-field.tsx'
import { icons } from '../../layout/icons.ts'

export interface PeopleFiltersProps extends FilterChoices {
  readonly engine: Engine
  readonly search: PeopleSearch
}

/** Narrows a list of people. An address each, so that a search can be sent to somebody. */
export function PeopleFilters({ engine, search, schemas, organizations }: PeopleFiltersProps) {
  const t = useText('console_people')
  const common = useText('console')
  const filters = useFilterWords(search, { schemas, organizations }).filter(
    ({ name }) => name === 'organization' || isAble(engine, 'narrowing'),
  )
  const set = filters.filter(({ chosen }) => chosen !== undefined)
  return (
    <div>
      <Toolbar>
        <WordsForm search={search} />
        <div className={classes.chips}>
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
          {isNarrowed(search) && (
            <PageLink href={pageAddress(everybody(search))} className={classes.clear}>
              {common('list.clear')}
            </PageLink>
          )}
        </div>
        {filters.length > 0 && (
          <div className={classes.folded}>
            <Popover
              key={pageAddress(search)}
              align="end"
              label={
                <>
                  <Icon name={icons.sliders} size={18} />
                  {t('filter.title')}
                  {set.length > 0 && ` (${set.length})`}
                </>
              }
            >
              <FilterForm filters={filters} search={search} />
            </Popover>
          </div>
        )}
      </Toolbar>
      {!isAble(engine, 'narrowing') && <p className={classes.lacks}>{t('engine.narrowing')}</p>}
    </div>
  )
}

/** The words, in a form that keeps the filters. */
function WordsForm({ search }: { readonly search: PeopleSearch }) {
  const t = useText('console_people')
  const common = useText('console')
  const kept = addressFields(search).filter(([name]) => name !== 'q' && name !== 'by')
  return (
    // The field of the words stays while they are typed, and follows the address by itself.
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
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
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

/** All filters at once, for a phone. */
function FilterForm({ filters, search }: { readonly filters: readonly WordedFilter[]; readonly search: PeopleSearch }) {
  const t = useText('console_people')
  const common = useText('console')
  const names = new Set<string>(filters.map(({ name }) => name))
  return (
    <Form method="get" action="?">
      {addressFields(search)
        .filter(([name]) => !names.has(name))
        .map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      {filters.map(({ name, label, choices, chosen }) => (
        <Field key={name} id={`people-${name}`} label={label}>
          {(control) => (
            <Select
              {...control}
              name={name}
              defaultValue={chosen?.value ?? ''}
              placeholder={t('people.any')}
              options={choices}
            />
          )}
        </Field>
      ))}
      <Button type="submit" size="small" variant="primary">
        {common('filter.apply')}
      </Button>
    </Form>
  )
}
