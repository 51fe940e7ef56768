import { roles } from '@gatehouse/contract/operators'
import { Panel, Section } from '@gatehouse/design/content'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { enterScope } from '../../control-plane/scope.server.ts'
import { ChoiceField, ConsoleForm, TextField } from '../../form/console-form.tsx'
import { readForm } from '../../form/fields.server.ts'
import { OneTime } from '../../one-time/one-time.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { useMay, useScope } from '../../scopes/use-scope.ts'
import { Pager } from '../../table/pager.tsx'
import { useText } from '../../text/texts.tsx'
import { KeyTable } from './key-table.tsx'
import { changeKeys } from './keys.server.ts'
import { lifespans } from './keys.ts'

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

/** Makes a key. */
function KeyForm({ kind }: { readonly kind: 'workspace' | 'project' }) {
  const t = useText('console_workspace')
  const shared = useText('console')
  const roleOptions = roles.map((value) => ({
    value,
    label: `${shared(`role.${value}`)}: ${t(`key_role_text.${value}`)}`,
  }))
  const expiryOptions = lifespans.map((days) => ({
    value: String(days),
    label: days === 0 ? t('keys.never') : t('keys.days', { count: days }),
  }))
  return (
    <Section id="create" title={t('keys.create_title')} intro={t(`keys.create_lead.${kind}`)}>
      <Panel padded>
        <ConsoleForm intent="create" submit={t('keys.create')}>
          <TextField
            name="name"
            label={t('keys.name')}
            hint={t('keys.name_hint')}
            autoComplete="off"
            maxLength={200}
            required
          />
          <ChoiceField name="role" label={t('members.role')} defaultValue="developer" options={roleOptions} />
          <ChoiceField name="days" label={t('keys.expires')} defaultValue="90" options={expiryOptions} />
        </ConsoleForm>
      </Panel>
    </Section>
  )
}
