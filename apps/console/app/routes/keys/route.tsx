import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { roles } from '@gatehouse/contract/operators'
import { Panel, Section } from '@gatehouse/design/content'

import { pageHere } from '../../control-plane/list.server.ts'
import { enterScope, type ScopeContext } from '../../control-plane/scope.server.ts'
import { gone, notFound } from '../../failure/fail.server.ts'
import { ChoiceField, ConsoleForm, TextField } from '../../form/console-form.tsx'
import { faulty, refusedOrForbidden } from '../../form/faulty.server.ts'
import { readForm, type SubmittedForm } from '../../form/fields.server.ts'
import { OneTime } from '../../one-time/one-time.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import { useMay, useScope } from '../../scopes/use-scope.ts'
import { Pager } from '../../table/pager.tsx'
import { useText } from '../../text/texts.tsx'
import { KeyTable } from './key-table.tsx'
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

/** Takes one of the page's forms. */
async function changeKeys(page: ConsoleRequest, scope: ScopeContext, form: SubmittedForm) {
  switch (form.intent) {
    case 'create':
      return create(page, scope, form)
    case 'revoke':
      return revoke(page, scope, form)
    default:
      throw notFound(page)
  }
}

const dayMs = 24 * 60 * 60_000

async function create(page: ConsoleRequest, scope: ScopeContext, form: SubmittedForm) {
  const keep = ['name', 'role', 'days']
  const name = form.text('name')
  const role = roles.find((known) => known === form.text('role'))
  const days = lifespans.find((known) => String(known) === form.text('days'))
  if (name === '' || role === undefined || days === undefined) {
    return faulty(form, { name: page.t('console_workspace:keys.no_name') }, keep)
  }
  const expiry = days === 0 ? null : new Date(Date.now() + days * dayMs).toISOString()
  const body = { name, role, expires_at: expiry }
  const made = await scope.call(scope.pick('createWorkspaceApiKey', 'createProjectApiKey'), { body })
  if (made.kind === 'refused') return refusedOrForbidden(page, form, made, keep)
  return { kind: 'created' as const, id: made.body.id, name: made.body.name, value: made.body.value }
}

async function revoke(page: ConsoleRequest, scope: ScopeContext, form: SubmittedForm) {
  const revoked = await scope.call(scope.pick('deleteWorkspaceApiKey', 'deleteProjectApiKey'), {
    params: { token_id: form.text('key') },
  })
  if (revoked.kind === 'refused' && revoked.status === 404) throw gone(page)
  if (revoked.kind === 'refused') return refusedOrForbidden(page, form, revoked)
  setNotice(page, 'console_workspace:keys.revoked', { name: form.text('name') })
  return redirect(pageHere(page), 303)
}
