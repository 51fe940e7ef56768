import { Toolbar } from '@gatehouse/design/content'
import { type EventFilter } from '../../events/event-filter.ts'
import { PersonField } from '../../find/person-field.tsx'
import { ListFilters, SearchForm } from '../../table/filters.tsx'
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
  return (
    <Toolbar>
      <SearchForm state={`${identity} ${person}`} kept={{ type, identity }}>
        <PersonField id="person" label={t('events.whose')} example={t('events.whose_example')} typed={person} />
      </SearchForm>
      <ListFilters
        id="events"
        filters={[{ name: 'type', label: t('events.type'), options: types.map((one) => ({ value: one, label: one })) }]}
        fields={{ identity, person: identity === '' ? person : '', type }}
      />
    </Toolbar>
  )
}
