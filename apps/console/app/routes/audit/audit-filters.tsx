import { Button, Field, TextInput } from '@gatehouse/design/controls'
import { FilterChip, Toolbar } from '@gatehouse/design/content'
import { Form, useSearchParams } from 'react-router'
import { PageLink } from '../../layout/page-link.tsx'
import { addressOf } from '../../links/address-of.ts'
import { ChoiceFilter, ClearFilters, SearchForm } from '../../table/filters.tsx'
import { useText } from '../../text/texts.tsx'
import { filtersIn } from './audit.ts'

/** Cuts the log down: an address each, to keep or to send to somebody. */
export function AuditFilters({ operations }: { readonly operations: readonly string[] }) {
  const t = useText('console_workspace')
  const [search] = useSearchParams()
  const given = filtersIn(search)
  const fields = Object.fromEntries(given)
  const { actor = '', operation = '', from = '', to = '' } = fields
  return (
    <Toolbar>
      <SearchForm state={actor} kept={{ operation, from, to }}>
        <Field id="actor" label={t('audit.actor')}>
          {(control) => (
            <TextInput
              {...control}
              name="actor"
              type="search"
              defaultValue={actor}
              placeholder={t('audit.actor')}
              dir="auto"
            />
          )}
        </Field>
      </SearchForm>
      <ChoiceFilter
        label={t('audit.operation')}
        name="operation"
        fields={fields}
        options={operations.map((one) => ({ value: one, label: one }))}
      />
      <DaysFilter fields={fields} />
      <ClearFilters isNarrowed={given.size > 0} />
    </Toolbar>
  )
}

/** Narrows the log to some days, the first and the last one included. */
function DaysFilter({ fields }: { readonly fields: Readonly<Record<string, string>> }) {
  const t = useText('console_workspace')
  const common = useText('console')
  const { from = '', to = '', ...kept } = fields
  const label = t('audit.at')
  const value = `${from} – ${to}`
  return (
    <FilterChip
      key={addressOf(fields)}
      label={label}
      link={PageLink}
      chosen={
        from + to === ''
          ? undefined
          : { label: value, without: addressOf(kept), remove: common('filter.remove', { label, value }) }
      }
    >
      <Form method="get" action="?">
        {Object.entries(kept).map(([name, text]) => (
          <input key={name} type="hidden" name={name} value={text} />
        ))}
        <Field id="from" label={t('audit.from')}>
          {(control) => <TextInput {...control} name="from" type="date" defaultValue={from} />}
        </Field>
        <Field id="to" label={t('audit.to')}>
          {(control) => <TextInput {...control} name="to" type="date" defaultValue={to} />}
        </Field>
        <Button type="submit" size="small" variant="primary">
          {common('filter.apply')}
        </Button>
      </Form>
    </FilterChip>
  )
}
