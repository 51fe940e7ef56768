import { personName } from '@gatehouse/contract/identities'
import { Button, ButtonLink } from '@gatehouse/design/controls'
import { useHydrated } from '@gatehouse/design/browser'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { enterProject, type ProjectContext } from '../../control-plane/scope.server.ts'
import { addressOf, filterIn, isId } from '../../events/event-filter.ts'
import { useTail } from '../../events/use-tail.ts'
import { Empty } from '../../layout/empty.tsx'
import { PageHead } from '../../layout/page-head.tsx'
import { isAble } from '../../people/engine.ts'
import { engineIfReached } from '../../people/engine.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { Pager } from '../../table/pager.tsx'
import { useText } from '../../text/texts.tsx'
import { useProjectRoot } from '../scope/use-project-root.ts'
import { EventFilters } from './event-filters.tsx'
import { OfPerson } from './of-person.tsx'
import { EventTable } from './event-table.tsx'
import classes from './events.module.css'

const pageSize = '50'

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  const { type, identity } = filterIn(url.searchParams)
  const after = url.searchParams.get('after') ?? ''
  const isWrong = identity !== '' && !isId(identity)
  const wanted = { order: 'newest' as const, type, identity_id: isWrong ? '' : identity, page_token: after }
  // Before the list: what happens in between comes twice, and is shown once, instead of not at all.
  const { next_page_token: position = '' } = await scope.load('listProjectEvents', {
    query: { page_token: 'latest' },
  })
  const newest = await scope.load('listProjectEvents', { query: { ...wanted, page_size: pageSize } })
  const { events, types = [], next_page_token: next = '' } = newest
  return {
    person: isWrong || identity === '' ? undefined : { id: identity, name: await nameOf(scope, identity) },
    filter: { type, identity },
    fault: isWrong ? page.t('console_events:fault.identity') : undefined,
    events: isWrong ? [] : events,
    types: types.toSorted(),
    next: isWrong ? '' : next,
    position,
    isFirst: after === '',
    isReported: isAble(await engineIfReached(scope), 'activity'),
  }
}

/** Empty: there is no such person any more, or the role does not say who it is. */
async function nameOf(scope: ProjectContext, id: string): Promise<string> {
  if (!scope.may('getIdentity')) return ''
  const answer = await scope.admin.getIdentity({ id })
  return answer.kind === 'ok' ? personName(answer.body) : ''
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

/** What has happened in a project, and what is happening. */
export default function Events() {
  const data = useLoaderData<typeof loader>()
  // Another list begins anew.
  return <EventList key={`${data.filter.type} ${data.filter.identity} ${data.isFirst}`} data={data} />
}

function EventList({
  data: { person, filter, fault, events, types, next, position, isFirst, isReported },
}: {
  readonly data: Loaded
}) {
  const t = useText('console_events')
  const title = useText('console')('nav.events')
  const root = useProjectRoot()
  const address = `${root}/events/tail?${new URLSearchParams({ ...filter })}`
  const isLive = isFirst && fault === undefined
  const tail = useTail({ address, types, position, isOn: isLive })
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
  return (
    <>
      <PageHead title={title} intro={t('events.lead')} actions={isLive && turn} />
      {!isReported && <p className={classes.state}>{t('events.none_told')}</p>}
      <EventFilters filter={filter} types={types} fault={fault} />
      {person !== undefined && <OfPerson person={person} type={filter.type} />}
      {/* Its line is there before script is, so that the list does not move when there is something to say. */}
      {isLive && (
        <p role="status" className={classes.state} data-testid="tail" data-state={tail.state} data-needs-script>
          {hydrated ? t(`tail.state_${tail.state}`) : '\u00A0'}
        </p>
      )}
      {fault === undefined && (
        <EventTable events={shown} empty={<Empty title={t(isFiltered ? 'events.none_found' : 'events.none')} />} />
      )}
      <Pager
        first={isFirst ? undefined : addressOf({ ...filter })}
        next={next === '' ? undefined : addressOf({ ...filter, after: next })}
      />
    </>
  )
}
