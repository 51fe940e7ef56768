import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { enterScope } from '../../control-plane/scope.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { OneTime } from '../../one-time/one-time.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { Pager } from '../../table/pager.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay, useScope } from '../../scopes/use-scope.ts'
import { KeyForm } from './key-form.tsx'
import { KeyTable } from './key-table.tsx'
import { changeKeys } from './keys.server.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const scope = await enterScope(consoleRequestOf(context), params)
  const { body: keys, pages } = await scope.list(scope.pick('listWorkspaceApiKeys', 'listProjectApiKeys'))
  return { keys, pages }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterScope(page, params)
  return changeKeys(page, scope, await readForm(request))
}

/** The API keys of a workspace or a project. */
export default function Keys() {
  const t = useText('console_workspace')
  const title = useText('console')('nav.keys')
  const { keys, pages } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const may = useMay()
  const kind = useScope().project === undefined ? 'workspace' : 'project'
  const made = answer?.kind === 'created' ? answer : undefined
  const mayCreate = may(kind === 'workspace' ? 'createWorkspaceApiKey' : 'createProjectApiKey')
  const mayRevoke = may(kind === 'workspace' ? 'deleteWorkspaceApiKey' : 'deleteProjectApiKey')
  return (
    <>
      <PageHead title={title} intro={t(`keys.lead.${kind}`)} />
      {made !== undefined && (
        <OneTime title={t('keys.made', { name: made.name })} label={t('keys.value')} value={made.value}>
          {t('keys.once')}
        </OneTime>
      )}
      <KeyTable keys={keys} mayRevoke={mayRevoke} pages={pages} />
      <Pager {...pages} />
      {mayCreate && <KeyForm key={made?.id ?? ''} kind={kind} />}
    </>
  )
}
