import { Button } from '@gatehouse/design/button'
import { Field, TextInput } from '@gatehouse/design/field'
import { Select } from '@gatehouse/design/select'
import { Form } from 'react-router'
import { type EventFilter } from '../../events/event-filter.ts'
import { PageLink } from '../../layout/page-link.tsx'
import { useText } from '../../text/texts.tsx'
import classes from '../people/people.module.css'

export interface EventFiltersProps {
  readonly filter: EventFilter
  readonly types: readonly string[]
  /** What is wrong with the id, where something is. */
  readonly fault: string | undefined
}

/** Narrows the list of events: an address each. */
export function EventFilters({ filter, types, fault }: EventFiltersProps) {
  const t = useText('console_events')
  const messages = fault === undefined ? [] : [{ text: fault, kind: 'error' as const }]
  return (
    <search>
      <Form key={`${filter.type} ${filter.identity}`} method="get" className={classes.filters}>
        <Field id="type" label={t('events.type')}>
          {(control) => (
            <Select
              {...control}
              name="type"
              defaultValue={filter.type}
              placeholder={t('events.any')}
              options={types.map((type) => ({ value: type, label: type }))}
            />
          )}
        </Field>
        <Field id="identity" label={t('events.identity')} messages={messages}>
          {(control) => (
            <TextInput {...control} type="search" name="identity" defaultValue={filter.identity} dir="ltr" />
          )}
        </Field>
        <div className={classes.go}>
          <Button type="submit" size="small">
            {t('events.go')}
          </Button>
          {filter.type + filter.identity !== '' && <PageLink href="?">{t('events.clear')}</PageLink>}
        </div>
      </Form>
    </search>
  )
}
