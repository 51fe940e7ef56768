import { Panel } from '@gatehouse/design/content'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from 'react-router'
import { enterOwnProject } from '../../control-plane/scope.server.ts'
import { forbidden } from '../../failure/fail.server.ts'
import { ConsoleForm } from '../../form/console-form.tsx'
import { readForm } from '../../form/fields.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { OrganizationFields } from '../../organizations/organization-fields.tsx'
import { organizationBody, organizationRefused } from '../../organizations/submitted.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import { useText } from '../../text/texts.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterOwnProject(page, params, 'organizations')
  if (!scope.may('createOrganization')) throw forbidden(page)
  return null
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterOwnProject(page, params, 'organizations')
  const form = await readForm(request)
  const read = organizationBody(page, form)
  if (read.kind === 'faulty') return read.answer
  const made = await scope.call('createOrganization', { body: read.body })
  if (made.kind === 'refused') return organizationRefused(page, scope, form, made, read.body)
  setNotice(page, 'console_organizations:new.made', { label: made.body.label })
  return redirect(`${scope.address}/organizations/${made.body.id}`, 303)
}

/** The form of a new organization: its label and its domains. */
export default function OrganizationNew() {
  const t = useText('console_organizations')
  return (
    <>
      <PageHead title={t('new.title')} intro={t('new.lead')} />
      <Panel padded>
        <ConsoleForm intent="create" submit={t('new.submit')}>
          <OrganizationFields />
        </ConsoleForm>
      </Panel>
    </>
  )
}
