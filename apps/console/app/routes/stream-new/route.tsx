import { Panel, Tabs } from '@gatehouse/design/content'
import { PageLink } from '../../page/page-link.tsx'
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
import { destinationRefused, keptFields, readDestination } from '../../streams/destination.server.ts'
import { useText } from '../../text/texts.tsx'

const kinds = ['https', 'sns'] as const

function kindIn(search: URLSearchParams) {
  return search.get('type') === 'sns' ? 'sns' : 'https'
}

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  if (!scope.may('createEventStream')) throw forbidden(page)
  return { kind: kindIn(url.searchParams), projectId: scope.project.id }
}

export async function action({ request, context, params, url }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  const form = await readForm(request)
  const type = kindIn(url.searchParams)
  const read = readDestination(page, form, type)
  if (read.kind === 'unfit') return faulty(form, read.faults, keptFields)
  const made = await scope.call('createEventStream', { body: { type, ...read.body } })
  if (made.kind === 'refused') return destinationRefused(page, form, made)
  setNotice(page, 'console_events:new.made')
  return redirect(`${scope.address}/streams/${made.body.id}`, 303)
}

/** Makes an event stream. */
export default function NewStream() {
  const t = useText('console_events')
  const { kind, projectId } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={t('new.title')} intro={t('new.lead')} />
      <Tabs
        link={PageLink}
        label={t('stream.kind')}
        tabs={kinds.map((one) => ({ href: `?type=${one}`, label: t(`kind.${one}`), current: one === kind }))}
      />
      <Panel padded>
        <ConsoleForm key={kind} intent="create" submit={t('new.submit')}>
          <NameField />
          {kind === 'https' ? (
            <HttpsFields />
          ) : (
            <>
              <SnsFields />
              <p>
                {t('new.external_id')} <code dir="ltr">{projectId}</code>
              </p>
            </>
          )}
        </ConsoleForm>
      </Panel>
    </>
  )
}
