import { Empty, FilterChip, Icon, Popover, SearchBox, Toolbar } from '@gatehouse/design/content'
import { Button, Field, Select, TextInput } from '@gatehouse/design/controls'
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { HiddenFields } from '../form/hidden-fields.tsx'
import { icons } from '../page/icons.ts'
import { PageLink } from '../page/page-link.tsx'
import { addressOf } from '../links/address-of.ts'
import type { PagerProps } from './pager.tsx'
import { useText } from '../text/texts.tsx'
import classes from './filters.module.css'

/** The number of entries up to which reading a list is faster than searching it. */
const atAGlance = 7

/** Whether a list is worth searching: it has more entries than one sees at a glance, or is searched already. */
export function isLong(shown: number, q: string, { first, next }: PagerProps): boolean {
  return q !== '' || first !== undefined || next !== undefined || shown > atAGlance
}

/** Finds in a list by words: the one field `q`. */
export function ListSearch({ q, label, hint }: { readonly q: string; readonly label: string; readonly hint?: string }) {
  return (
    <Toolbar>
      <SearchForm state={q}>
        <Field id="q" label={label}>
          {(control) => (
            <TextInput
              {...control}
              type="search"
              name="q"
              defaultValue={q}
              placeholder={hint ?? label}
              dir="auto"
              maxLength={200}
            />
          )}
        </Field>
      </SearchForm>
      <ClearFilters isNarrowed={q !== ''} />
    </Toolbar>
  )
}

export interface SearchFormProps {
  /** The current filters of the list: a change creates the field again, so that its text is that of the address. */
  readonly state: string
  /** Other filters of the list, which stay. */
  readonly kept?: Readonly<Record<string, string>>
  /** The field to search by. */
  readonly children: ReactNode
}

/** A form that filters a list by words: its answer is an address, to keep or to share. */
export function SearchForm({ state, kept = {}, children }: SearchFormProps) {
  const t = useText('console')
  return (
    <search>
      <Form key={state} method="get" action="?">
        <SearchBox submit={t('list.search')}>{children}</SearchBox>
        <HiddenFields fields={kept} />
      </Form>
    </search>
  )
}

export interface FilterGroupProps {
  /** The number of active filters. */
  readonly count: number
  /** Other filters of the list, which stay. */
  readonly kept: Readonly<Record<string, string>>
  /** The address without any filter; undefined: none is set. */
  readonly clear?: string | undefined
  /** The filters as chips. */
  readonly chips: ReactNode
  /** The same as fields of one form, for a narrow window. */
  readonly fields: ReactNode
  /** Distinguishes an address from the next one, which closes the form. */
  readonly state: string
}

/** Filters in a line of chips; in a narrow window behind one button, which says how many are set. */
export function FilterGroup({ count, kept, clear, chips, fields, state }: FilterGroupProps) {
  const t = useText('console')
  const clearing = clear !== undefined && (
    <PageLink href={clear} className={classes.clear}>
      {t('list.clear')}
    </PageLink>
  )
  return (
    <>
      <div className={classes.chips}>
        {chips}
        {clearing}
      </div>
      <div className={classes.folded}>
        <Popover
          key={state}
          align="end"
          label={
            <>
              <Icon name={icons.sliders} size={18} />
              {t('filter.title')}
              {count > 0 && ` (${count})`}
            </>
          }
        >
          <Form method="get" action="?">
            <HiddenFields fields={kept} />
            {fields}
            <Button type="submit" size="small" variant="primary">
              {t('filter.apply')}
            </Button>
            {clearing}
          </Form>
        </Popover>
      </div>
    </>
  )
}

export interface FilterFieldProps {
  readonly id: string
  readonly label: string
  readonly name: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** The choice that narrows nothing, by the empty value; undefined: one of the options is. */
  readonly any?: string
}

/** A filter of a form of filters. */
export function FilterField({ id, label, name, value, options, any }: FilterFieldProps) {
  return (
    <Field id={id} label={label}>
      {(control) => <Select {...control} name={name} defaultValue={value} placeholder={any} options={options} />}
    </Field>
  )
}

/** A filter of a list: one of several values of a field of the address. */
export interface ListFilter {
  readonly name: string
  readonly label: string
  readonly options: FilterFieldProps['options']
}

export interface ListFiltersProps {
  /** The prefix of the ids of the fields. */
  readonly id: string
  readonly filters: readonly ListFilter[]
  /** The current filters of the list, and its other conditions; an empty field filters nothing. */
  readonly fields: Readonly<Record<string, string>>
  /** A filter of another kind, after the others. */
  readonly more?: {
    readonly names: readonly string[]
    readonly chips: ReactNode
    readonly fields: ReactNode
  }
}

/** The filters of a list, as chips and as a form. */
export function ListFilters({ id, filters, fields, more }: ListFiltersProps) {
  const t = useText('console')
  const isSet = (name: string) => (fields[name] ?? '') !== ''
  const names = new Set([...filters.map(({ name }) => name), ...(more?.names ?? [])])
  return (
    <FilterGroup
      state={addressOf(fields)}
      count={filters.filter(({ name }) => isSet(name)).length + Number(more?.names.some(isSet) === true)}
      kept={Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)))}
      clear={Object.keys(fields).some(isSet) ? '?' : undefined}
      chips={
        <>
          {filters.map((filter) => (
            <ChoiceFilter key={filter.name} {...filter} fields={fields} />
          ))}
          {more?.chips}
        </>
      }
      fields={
        <>
          {filters.map((filter) => (
            <FilterField
              key={filter.name}
              {...filter}
              id={`${id}-${filter.name}`}
              value={fields[filter.name] ?? ''}
              any={t('filter.any')}
            />
          ))}
          {more?.fields}
        </>
      }
    />
  )
}

/** Narrows a list to one of several values. */
function ChoiceFilter({ label, name, fields, options }: ListFilter & Pick<ListFiltersProps, 'fields'>) {
  const t = useText('console')
  const value = fields[name] ?? ''
  const shown = options.find((option) => option.value === value)?.label ?? value
  return (
    <FilterChip
      key={addressOf(fields)}
      label={label}
      link={PageLink}
      chosen={
        value === ''
          ? undefined
          : {
              label: shown,
              without: addressOf({ ...fields, [name]: '' }),
              remove: t('filter.remove', { label, value: shown }),
            }
      }
      choices={options.map((option) => ({ href: addressOf({ ...fields, [name]: option.value }), label: option.label }))}
    />
  )
}

/** The link to the whole list. */
export function ClearFilters({ isNarrowed }: { readonly isNarrowed: boolean }) {
  const t = useText('console')
  return isNarrowed && <PageLink href="?">{t('list.clear')}</PageLink>
}

export interface ListEmptyProps {
  readonly q: string
  readonly pages: Pick<PagerProps, 'first'>
  /** The text for an empty list. */
  readonly children: ReactNode
}

/** In the place of a page without entries: nothing was found, nothing is left on this page, or there is nothing at all. */
export function ListEmpty({ q, pages: { first }, children }: ListEmptyProps) {
  const t = useText('console')
  if (q === '' && first === undefined) return children
  if (q === '') return <Empty title={t('list.page_empty')} />
  return (
    <Empty title={t('list.none_found', { q })}>
      <p>{t('list.none_found_text')}</p>
      <PageLink href="?">{t('list.clear')}</PageLink>
    </Empty>
  )
}
