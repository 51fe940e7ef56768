import { environments } from '@gatehouse/contract/operators'
import { Panel } from '@gatehouse/design/content'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from 'react-router'
import { enterWorkspace } from '../../control-plane/scope.server.ts'
import { forbidden, runRemotely } from '../../failure/fail.server.ts'
import { ChoiceField, ConsoleForm, TextField } from '../../form/console-form.tsx'
import { faulty, refusedOrForbidden } from '../../form/faulty.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import { useText } from '../../text/texts.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterWorkspace(page, params)
  if (scope.workspace.isRemote) throw runRemotely(page, 'projects')
  if (!scope.may('createProject')) throw forbidden(page)
  return null
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterWorkspace(page, params)
  if (scope.workspace.isRemote) throw runRemotely(page, 'projects')
  const form = await readForm(request)
  const name = form.text('name')
  const keep = ['name', 'environment']
  if (name === '') return faulty(form, { name: page.t('console_projects:fault.name') }, keep)
  // A choice is missing only if the form is not ours.
  const environment = environments.find((one) => one === form.text('environment')) ?? 'dev'
  const body = { name, environment, workspace_id: scope.workspace.id }
  const made = await scope.call('createProject', { body })
  if (made.kind === 'refused') return refusedOrForbidden(page, form, made, keep)
  setNotice(page, 'console_projects:new.made', { name })
  return redirect(`/w/${scope.workspace.slug}/p/${made.body.slug}`, 303)
}

/** The form of a new project: a name and an environment; the rest has suitable defaults. */
export default function ProjectNew() {
  const t = useText('console_projects')
  const common = useText('console')
  const choices = [
    { value: 'dev', label: common('environment.dev') },
    { value: 'stage', label: common('environment.stage') },
    { value: 'prod', label: common('environment.prod') },
  ]
  return (
    <>
      <PageHead title={t('new.title')} intro={t('new.lead')} />
      <Panel padded>
        <ConsoleForm intent="create" submit={t('new.submit')}>
          <TextField name="name" label={t('new.name')} hint={t('new.name_hint')} maxLength={120} required />
          <ChoiceField name="environment" label={common('overview.environment')} defaultValue="dev" options={choices} />
        </ConsoleForm>
      </Panel>
    </>
  )
}
