import { Field, TextInput, Select } from '@gatehouse/design/controls'
import { type EventFilter } from '../../events/event-filter.ts'
import { Filters } from '../../table/filters.tsx'
import { useText } from '../../text/texts.tsx'

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
    <Filters state={`${filter.type} ${filter.identity}`} isNarrowed={filter.type + filter.identity !== ''}>
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
        {(control) => <TextInput {...control} type="search" name="identity" defaultValue={filter.identity} dir="ltr" />}
      </Field>
    </Filters>
  )
}
