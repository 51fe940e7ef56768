import { Panel } from '@gatehouse/design/panel'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from 'react-router'
import { enterOwnProject } from '../../control-plane/place.server.ts'
import { forbidden } from '../../failure/fail.server.ts'
import { ConsoleForm } from '../../form/console-form.tsx'
import { readForm } from '../../form/fields.server.ts'
import { PageHead } from '../../layout/page-head.tsx'
import { OrganizationFields } from '../../organizations/organization-fields.tsx'
import { organizationBody, organizationRefused } from '../../organizations/submitted.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { leaveNotice } from '../../request/notice.server.ts'
import { useText } from '../../text/texts.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const room = await enterOwnProject(page, params, 'organizations')
  if (!room.may('createOrganization')) throw forbidden(page)
  return null
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const room = await enterOwnProject(page, params, 'organizations')
  const form = await readForm(request)
  const read = organizationBody(page, form)
  if (read.kind === 'faulty') return read.answer
  const made = await room.change('createOrganization', { body: read.body })
  if (made.kind === 'refused') return organizationRefused(page, room, form, made, read.body)
  leaveNotice(page, 'console_organizations:new.made', { label: made.body.label })
  return redirect(`${room.address}/organizations/${made.body.id}`, 303)
}

/** A new organization: how it is called, and whose people belong to it. */
export default function OrganizationNew() {
  const t = useText('console_organizations')
  return (
    <>
      <PageHead title={t('new.title')} lead={t('new.lead')} />
      <Panel padded>
        <ConsoleForm intent="create" submit={t('new.submit')}>
          <OrganizationFields />
        </ConsoleForm>
      </Panel>
    </>
  )
}
