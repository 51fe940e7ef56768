import { Field, Select } from '@gatehouse/design/controls'
import { type EventFilter } from '../../events/event-filter.ts'
import { PersonField } from '../../find/person-field.tsx'
import { Filters } from '../../table/filters.tsx'
import { useText } from '../../text/texts.tsx'

export interface EventFiltersProps {
  readonly filter: EventFilter
  readonly types: readonly string[]
  /** What was typed to find somebody; or the name of whose events are shown. */
  readonly person: string
}

/** Narrows the list of events: an address each. */
export function EventFilters({ filter, types, person }: EventFiltersProps) {
  const t = useText('console_events')
  return (
    <Filters
      state={`${filter.type} ${filter.identity} ${person}`}
      isNarrowed={filter.type + filter.identity + person !== ''}
    >
      <div>
        <PersonField id="person" label={t('events.whose')} example={t('events.whose_example')} typed={person} />
        {filter.identity !== '' && <input type="hidden" name="identity" value={filter.identity} />}
      </div>
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
    </Filters>
  )
}
