import { Panel } from '@gatehouse/design/content'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { forbidden } from '../../failure/fail.server.ts'
import { ConsoleForm } from '../../form/console-form.tsx'
import { faulty } from '../../form/faulty.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { refuseStaleForm } from '../../form/stale-form.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import { HttpsFields, NameField, SnsFields } from '../../streams/destination-fields.tsx'
import {
  destinationRefused,
  destinationValues,
  keptFields,
  partsOf,
  readDestination,
} from '../../streams/destination.server.ts'
import { nameOf } from '../../streams/stream.ts'
import { useText } from '../../text/texts.tsx'
import { useProjectRoot } from '../../scopes/use-project-root.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  if (!scope.may('setEventStream')) throw forbidden(page)
  const stream = await scope.load('getEventStream', { params: { event_stream_id: params['stream'] ?? '' } })
  const { id, type, https_endpoint: endpoint } = stream
  const values = destinationValues(stream)
  return { id, type, shownName: nameOf(stream), hasPassword: partsOf(endpoint).hasPassword, values }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  const form = await readForm(request)
  const id = params['stream'] ?? ''
  const known = await scope.load('getEventStream', { params: { event_stream_id: id } })
  const read = readDestination(page, form, known.type, known)
  if (read.kind === 'unfit') return faulty(form, read.faults, keptFields)
  const stale = refuseStaleForm(page, form, destinationValues(known))
  if (stale !== undefined) return stale
  const saved = await scope.call('setEventStream', { params: { event_stream_id: id }, body: read.body })
  if (saved.kind === 'refused') return destinationRefused(page, form, saved)
  setNotice(page, 'console_events:edit.saved')
  return redirect(`${scope.address}/streams/${id}`, 303)
}

/** Changes the destination of an event stream. */
export default function EditStream() {
  const t = useText('console_events')
  const root = useProjectRoot()
  const { id, type, shownName, hasPassword, values } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={t('edit.heading')}
        intro={t('edit.lead')}
        crumbs={[{ href: `${root}/streams/${id}`, label: shownName }]}
      />
      <Panel padded>
        <ConsoleForm intent="save" submit={t('edit.submit')} before={JSON.stringify(values)}>
          <NameField {...values} />
          {type === 'https' ? <HttpsFields {...values} hasPassword={hasPassword} /> : <SnsFields {...values} />}
        </ConsoleForm>
      </Panel>
    </>
  )
}
