import { Panel } from '@gatehouse/design/content'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { forbidden } from '../../failure/fail.server.ts'
import { ConsoleForm } from '../../form/console-form.tsx'
import { faulty } from '../../form/faulty.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import { HttpsFields, NameField, SnsFields } from '../../streams/destination-fields.tsx'
import { destinationRefused, keptFields, partsOf, readDestination } from '../../streams/destination.server.ts'
import { nameOf, ownNameOf } from '../../streams/stream.ts'
import { useText } from '../../text/texts.tsx'
import { useProjectRoot } from '../../scopes/use-project-root.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  if (!scope.may('setEventStream')) throw forbidden(page)
  const stream = await scope.load('getEventStream', { params: { event_stream_id: params['stream'] ?? '' } })
  const { type, https_endpoint: endpoint, topic_arn: topic = '', role_arn: role = '' } = stream
  return { id: stream.id, name: ownNameOf(stream), shownName: nameOf(stream), type, topic, role, ...partsOf(endpoint) }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  const form = await readForm(request)
  const id = params['stream'] ?? ''
  const known = await scope.load('getEventStream', { params: { event_stream_id: id } })
  const read = readDestination(page, form, known.type, known)
  if (read.kind === 'unfit') return faulty(form, read.faults, keptFields)
  const saved = await scope.change('setEventStream', { params: { event_stream_id: id }, body: read.body })
  if (saved.kind === 'refused') return destinationRefused(page, form, saved)
  setNotice(page, 'console_events:edit.saved')
  return redirect(`${scope.address}/streams/${id}`, 303)
}

/** Changes the destination of an event stream. */
export default function EditStream() {
  const t = useText('console_events')
  const root = useProjectRoot()
  const { id, name, shownName, type, endpoint, user, hasPassword, topic, role } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={t('edit.heading')}
        intro={t('edit.lead')}
        crumbs={[{ href: `${root}/streams/${id}`, label: shownName }]}
      />
      <Panel padded>
        <ConsoleForm intent="save" submit={t('edit.submit')}>
          <NameField name={name} />
          {type === 'https' ? (
            <HttpsFields endpoint={endpoint} user={user} hasPassword={hasPassword} />
          ) : (
            <SnsFields topic={topic} role={role} />
          )}
        </ConsoleForm>
      </Panel>
    </>
  )
}
