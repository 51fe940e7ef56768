import { Button, Field, TextInput } from '@gatehouse/design/controls'
import { FilterChip, Toolbar } from '@gatehouse/design/content'
import { Form, useSearchParams } from 'react-router'
import { HiddenFields } from '../../form/hidden-fields.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { addressOf } from '../../links/address-of.ts'
import { ListFilters, SearchForm } from '../../table/filters.tsx'
import { useText } from '../../text/texts.tsx'
import { filtersIn } from './audit.ts'

/** Cuts the log down: an address each, to keep or to share. */
export function AuditFilters({ operations }: { readonly operations: readonly string[] }) {
  const t = useText('console_workspace')
  const [search] = useSearchParams()
  const fields = Object.fromEntries(filtersIn(search))
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
      <ListFilters
        id="audit"
        filters={[
          {
            name: 'operation',
            label: t('audit.operation'),
            options: operations.map((one) => ({ value: one, label: one })),
          },
        ]}
        fields={fields}
        more={{
          names: ['from', 'to'],
          chips: <DaysFilter fields={fields} />,
          fields: <DayFields id="audit" from={from} to={to} />,
        }}
      />
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
        <HiddenFields fields={kept} />
        <DayFields id="days" from={from} to={to} />
        <Button type="submit" size="small" variant="primary">
          {common('filter.apply')}
        </Button>
      </Form>
    </FilterChip>
  )
}

interface DayFieldsProps {
  readonly id: string
  readonly from: string
  readonly to: string
}

/** The first day and the last one. */
function DayFields({ id, from, to }: DayFieldsProps) {
  const t = useText('console_workspace')
  return (
    <>
      <Field id={`${id}-from`} label={t('audit.from')}>
        {(control) => <TextInput {...control} name="from" type="date" defaultValue={from} />}
      </Field>
      <Field id={`${id}-to`} label={t('audit.to')}>
        {(control) => <TextInput {...control} name="to" type="date" defaultValue={to} />}
      </Field>
    </>
  )
}
