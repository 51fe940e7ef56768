import classes from './events.module.css'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { personName } from '@gatehouse/contract/identities'
import { useHydrated } from '@gatehouse/design/browser'
import { Empty, Toolbar } from '@gatehouse/design/content'
import { Button, ButtonLink } from '@gatehouse/design/controls'

import { enterProject, type ProjectContext } from '../../control-plane/scope.server.ts'
import { type EventFilter, filterIn, isId } from '../../events/event-filter.ts'
import { eventNames } from '../../events/event-names.server.ts'
import { useEventNames } from '../../events/use-event-names.ts'
import { useTail } from '../../events/use-tail.ts'
import { ChoosePerson } from '../../find/choose-person.tsx'
import { findPeople } from '../../find/find-people.server.ts'
import type { FoundPerson } from '../../find/found.ts'
import { PersonField } from '../../find/person-field.tsx'
import { addressOf } from '../../links/address-of.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { engineOrRemote } from '../../people/engine.server.ts'
import { supportsFeature } from '../../people/engine.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { ListFilters, SearchForm } from '../../table/filters.tsx'
import { Pager } from '../../table/pager.tsx'
import { useText } from '../../text/texts.tsx'
import { ThingList } from './thing-list.tsx'

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const scope = await enterProject(consoleRequestOf(context), params)
  const [loaded, engine] = await Promise.all([loadEvents(scope, url.searchParams), engineOrRemote(scope)])
  return { ...loaded, isReported: supportsFeature(engine, 'activity') }
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

/** The past events of a project, and the live ones. */
export default function Events() {
  const data = useLoaderData<typeof loader>()
  // Another list starts with fresh state.
  return <EventList key={`${data.filter.type} ${data.filter.identity} ${data.isFirst}`} data={data} />
}

function EventList({ data }: { readonly data: Loaded }) {
  const { whose, filter, events, types, next, position, isFirst, isReported } = data
  const t = useText('console_events')
  const title = useText('console')('nav.events')
  const root = useProjectRoot()
  const address = `${root}/events/tail?${new URLSearchParams({ ...filter })}`
  const isLive = isFirst && whose.kind !== 'choice'
  const tail = useTail({ address, types, position, isOn: isLive })
  const names = useEventNames(data.names, tail.events)
  const hydrated = useHydrated()
  const shown = [...tail.events, ...events.filter(({ id }) => !tail.events.some((event) => event.id === id))]
  const isFiltered = filter.type + filter.identity !== ''
  const turn =
    hydrated && tail.state !== 'lost' ? (
      <Button size="small" onClick={() => tail.setPaused(!tail.isPaused)}>
        {t(tail.isPaused ? 'tail.resume' : 'tail.pause')}
      </Button>
    ) : (
      <ButtonLink href={addressOf({ ...filter })} size="small">
        {t('tail.reload')}
      </ButtonLink>
    )
  const typed = whose.kind === 'choice' ? whose.typed : whose.kind === 'one' ? whose.name || whose.id : ''
  return (
    <>
      <PageHead title={title} intro={t('events.lead')} actions={isLive && turn} />
      {!isReported && <p className={classes.state}>{t('events.none_told')}</p>}
      <EventFilters filter={filter} types={types} person={typed} />
      {whose.kind === 'one' && <OfPerson person={whose} type={filter.type} />}
      {/* Its line is there before script is, so that the list does not move when there is something to say. */}
      {isLive && (
        <p role="status" className={classes.state} data-testid="tail" data-state={tail.state} data-needs-script>
          {hydrated ? t(`tail.state_${tail.state}`) : '\u00A0'}
        </p>
      )}
      {whose.kind === 'choice' ? (
        <ChoosePerson
          people={whose.people}
          typed={whose.typed}
          addressOf={(id) => addressOf({ type: filter.type, identity: id })}
        />
      ) : shown.length > 0 ? (
        <ThingList events={shown} names={names} />
      ) : (
        <Empty drawing="lantern" title={t(isFiltered ? 'events.none_found' : 'events.none')} />
      )}
      <Pager
        first={isFirst ? undefined : addressOf({ ...filter })}
        next={next === '' ? undefined : addressOf({ ...filter, after: next })}
      />
    </>
  )
}

interface EventFiltersProps {
  readonly filter: EventFilter
  readonly types: readonly string[]
  /** The search words for a person; or the name of the person whose events are shown. */
  readonly person: string
}

/** Narrows the list of events: an address each. */
function EventFilters({ filter: { type, identity }, types, person }: EventFiltersProps) {
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

interface OfPersonProps {
  /** The name is empty if it is unknown. */
  readonly person: { readonly id: string; readonly name: string }
  /** The type that the list is narrowed to as well; empty: none. */
  readonly type: string
}

/** The person whose events are listed, a link to them, and a link to the events of everybody. */
function OfPerson({ person: { id, name }, type }: OfPersonProps) {
  const t = useText('console_events')
  const root = useProjectRoot()
  return (
    <p className={classes.whose} data-testid="whose-events">
      <span>{t('events.only_of')}</span>
      {name === '' ? (
        <code dir="ltr">{id}</code>
      ) : (
        <PageLink href={`${root}/people/${id}`}>
          <bdi>{name}</bdi>
        </PageLink>
      )}
      <PageLink href={addressOf({ type }) === '?' ? `${root}/events` : addressOf({ type })}>
        {t('events.of_all')}
      </PageLink>
    </p>
  )
}

const pageSize = '50'
/** The most people to choose from; typing more narrows the choice. */
const mostOffered = 20

/** The owner of the requested events. */
type Whose =
  | { readonly kind: 'all' }
  | { readonly kind: 'one'; readonly id: string; readonly name: string }
  /** The input fits several people, or no one. */
  | { readonly kind: 'choice'; readonly typed: string; readonly people: readonly FoundPerson[] }

/** Loads the events page of an address. */
async function loadEvents(scope: ProjectContext, search: URLSearchParams) {
  const { type, identity, person } = filterIn(search)
  const after = search.get('after') ?? ''
  const whose = await whoseEvents(scope, identity, person)
  const wanted = {
    order: 'newest' as const,
    type,
    page_token: after,
    identity_id: whose.kind === 'one' ? whose.id : '',
  }
  // Before the list: an event in between comes twice, and is shown once, instead of not at all.
  const { next_page_token: position = '' } = await scope.load('listProjectEvents', { query: { page_token: 'latest' } })
  const newest = await scope.load('listProjectEvents', { query: { ...wanted, page_size: pageSize } })
  const { events, types = [], next_page_token: next = '' } = newest
  const isChoice = whose.kind === 'choice'
  return {
    whose,
    filter: { type, identity: wanted.identity_id },
    events: isChoice ? [] : events,
    names: await eventNames(scope, isChoice ? [] : events),
    types: types.toSorted(),
    next: isChoice ? '' : next,
    position,
    isFirst: after === '',
  }
}

async function whoseEvents(scope: ProjectContext, identity: string, typed: string): Promise<Whose> {
  if (isId(identity)) {
    const name = await nameOf(scope, identity)
    // The field holds the chosen person's name: sent along unchanged it still means them.
    if (typed === '' || typed === name || typed === identity) return { kind: 'one', id: identity, name }
  }
  const asked = typed === '' ? identity : typed
  if (asked === '') return { kind: 'all' }
  if (isId(asked)) return { kind: 'one', id: asked, name: await nameOf(scope, asked) }
  const people = await findPeople(scope, asked, mostOffered)
  const [one] = people
  if (one === undefined || people.length > 1) return { kind: 'choice', typed: asked, people }
  return { kind: 'one', id: one.id, name: one.name }
}

/** Empty: there is no such person any more, or the role does not say who it is. */
async function nameOf(scope: ProjectContext, id: string): Promise<string> {
  if (!scope.may('getIdentity')) return ''
  const answer = await scope.admin.getIdentity({ id })
  return answer.kind === 'ok' ? personName(answer.body) : ''
}
