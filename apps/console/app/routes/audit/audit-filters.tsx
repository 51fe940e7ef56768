import { Button, ButtonLink, Field, TextInput, Select } from '@gatehouse/design/controls'
import { Form, useSearchParams } from 'react-router'
import { PageLink } from '../../layout/page-link.tsx'
import { useText } from '../../text/texts.tsx'
import classes from './audit.module.css'
import { filtersIn } from './audit.ts'

export interface AuditFiltersProps {
  readonly operations: readonly string[]
  /** The page without any filter. */
  readonly address: string
}

/** Cuts the log down: a form whose answer is an address, to keep or to send to somebody. */
export function AuditFilters({ operations, address }: AuditFiltersProps) {
  const t = useText('console_workspace')
  const [search] = useSearchParams()
  const given = filtersIn(search)
  const options = operations.map((operation) => ({ value: operation, label: operation }))
  return (
    <Form
      method="get"
      action="?"
      className={classes.filters}
      key={String(given)}
      role="search"
      aria-label={t('audit.filter')}
    >
      <Field id="operation" label={t('audit.operation')}>
        {(control) => (
          <Select
            {...control}
            name="operation"
            defaultValue={given.get('operation') ?? ''}
            placeholder={t('audit.any')}
            options={options}
          />
        )}
      </Field>
      <Field id="actor" label={t('audit.actor')}>
        {(control) => <TextInput {...control} name="actor" type="search" defaultValue={given.get('actor') ?? ''} />}
      </Field>
      <Field id="from" label={t('audit.from')}>
        {(control) => <TextInput {...control} name="from" type="date" defaultValue={given.get('from') ?? ''} />}
      </Field>
      <Field id="to" label={t('audit.to')}>
        {(control) => <TextInput {...control} name="to" type="date" defaultValue={given.get('to') ?? ''} />}
      </Field>
      <div className={classes.buttons}>
        <Button type="submit" size="small">
          {t('audit.filter')}
        </Button>
        {given.size > 0 && (
          <ButtonLink href={address} link={PageLink} size="small" variant="text">
            {t('audit.clear')}
          </ButtonLink>
        )}
      </div>
    </Form>
  )
}
