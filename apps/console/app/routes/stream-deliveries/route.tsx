import { Tabs } from '@gatehouse/design/content'
import { PageLink } from '../../page/page-link.tsx'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { Confirm } from '../../dialog/confirm.tsx'
import { notFound } from '../../failure/fail.server.ts'
import { refusedOrForbidden } from '../../form/faulty.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import { StreamHead } from '../../streams/stream-head.tsx'
import { Pager } from '../../table/pager.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'
import { states } from './delivery.ts'
import { DeliveryTable } from './delivery-table.tsx'

const pageSize = '50'

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const scope = await enterProject(consoleRequestOf(context), params)
  const id = params['stream'] ?? ''
  const state = states.find((one) => one === url.searchParams.get('state'))
  const after = url.searchParams.get('after') ?? ''
  const query = { ...(state !== undefined && { state }), page_size: pageSize, page_token: after }
  const [stream, page] = await Promise.all([
    scope.load('getEventStream', { params: { event_stream_id: id } }),
    scope.load('listEventStreamDeliveries', { params: { event_stream_id: id }, query }),
  ])
  return {
    stream,
    deliveries: page.deliveries,
    next: page.next_page_token ?? '',
    state: state ?? ('' as const),
    isFirst: after === '',
  }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  const form = await readForm(request)
  const [intent, which] = form.intent.split('.')
  if (intent !== 'redrive') throw notFound(page)
  const id = params['stream'] ?? ''
  const body = which === undefined ? {} : { delivery_id: Number(which) }
  const redriven = await scope.call('redriveEventStream', { params: { event_stream_id: id }, body })
  if (redriven.kind === 'refused') return refusedOrForbidden(page, form, redriven)
  setNotice(page, 'console_events:redrive.done', { events: String(redriven.body.redriven) })
  return redirect(`${scope.address}/streams/${id}/deliveries`, 303)
}

/** The deliveries of a stream, and their outcomes. */
export default function Deliveries() {
  const t = useText('console_events')
  const may = useMay()
  const { stream, deliveries, next, state, isFirst } = useLoaderData<typeof loader>()
  const address = (query: Readonly<Record<string, string>>) =>
    `?${new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))}`
  const tabs = (['', ...states] as const).map((one) => ({
    href: address({ state: one }),
    label: t(`deliveries.tab_${one === '' ? 'all' : one}`),
    current: one === state,
  }))
  const dead = stream.deliveries.dead
  return (
    <>
      <StreamHead
        stream={stream}
        tab="deliveries"
        actions={
          dead > 0 &&
          may('redriveEventStream') && (
            <Confirm
              ask="redrive"
              label={t('redrive.all')}
              title={t('redrive.all_title', { number: dead })}
              confirm={t('redrive.all')}
              intent="redrive"
              variant="plain"
            >
              <p>{t('redrive.all_text')}</p>
            </Confirm>
          )
        }
      />
      <Tabs link={PageLink} label={t('stream.state')} tabs={tabs} />
      <DeliveryTable deliveries={deliveries} state={state} />
      <Pager
        first={isFirst ? undefined : address({ state })}
        next={next === '' ? undefined : address({ state, after: next })}
      />
    </>
  )
}
