import { Toolbar } from '@gatehouse/design/content'
import { type EventFilter } from '../../events/event-filter.ts'
import { PersonField } from '../../find/person-field.tsx'
import { ChoiceFilter, FilterField, FilterGroup, SearchForm } from '../../table/filters.tsx'
import { useText } from '../../text/texts.tsx'

export interface EventFiltersProps {
  readonly filter: EventFilter
  readonly types: readonly string[]
  /** The typed search for a person; or the name of the person whose events are shown. */
  readonly person: string
}

/** Narrows the list of events: an address each. */
export function EventFilters({ filter: { type, identity }, types, person }: EventFiltersProps) {
  const t = useText('console_events')
  const common = useText('console')
  const options = types.map((one) => ({ value: one, label: one }))
  const typed = identity === '' ? person : ''
  return (
    <Toolbar>
      <SearchForm state={`${identity} ${person}`} kept={{ type, identity }}>
        <PersonField id="person" label={t('events.whose')} example={t('events.whose_example')} typed={person} />
      </SearchForm>
      <FilterGroup
        state={`${type} ${identity} ${person}`}
        count={type === '' ? 0 : 1}
        kept={{ identity, person: typed }}
        clear={type + identity + person === '' ? undefined : '?'}
        chips={
          <ChoiceFilter
            label={t('events.type')}
            name="type"
            fields={{ identity, person: typed, type }}
            options={options}
          />
        }
        fields={
          <FilterField
            id="events-type"
            label={t('events.type')}
            name="type"
            value={type}
            any={common('filter.any')}
            options={options}
          />
        }
      />
    </Toolbar>
  )
}
