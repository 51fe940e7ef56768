import { personName } from '@gatehouse/contract/person-name'
import { schemaFields } from '@gatehouse/contract/schema-fields'
import { ButtonLink } from '@gatehouse/design/button'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { enterProject, type ProjectRoom } from '../../control-plane/place.server.ts'
import { forbidden, notFound } from '../../failure/fail.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { PageHead } from '../../layout/page-head.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { changed, loaded } from '../../people/answers.server.ts'
import { adminBecause } from '../../people/because.server.ts'
import { useProjectRoot } from '../../people/project-root.ts'
import { rootOf } from '../../people/project-root.server.ts'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { leaveNotice } from '../../request/notice.server.ts'
import { useText } from '../../text/texts.tsx'
import { accountRefused, readAccount } from '../../traits/submitted.server.ts'
import { TraitsForm } from '../../traits/traits-form.tsx'

async function find(page: ConsoleRequest, room: ProjectRoom, id: string) {
  if (!room.may('patchIdentity')) throw forbidden(page)
  const [{ body: identity }, schemas] = await Promise.all([
    loaded(page, room.admin.getIdentity({ id })),
    room.load('listIdentitySchemas'),
  ])
  const schema = schemas.find((one) => one.id === identity.schema_id)
  if (schema === undefined) throw notFound(page)
  return { identity, schema }
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const room = await enterProject(page, params)
  const { identity, schema } = await find(page, room, params['person'] ?? '')
  return {
    id: identity.id,
    name: personName(identity),
    fields: schemaFields(schema.schema),
    values: {
      traits: identity.traits,
      state: identity.state,
      metadataPublic: jsonText(identity.metadata_public),
      metadataAdmin: jsonText(identity.metadata_admin),
    },
  }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const room = await enterProject(page, params)
  const { identity, schema } = await find(page, room, params['person'] ?? '')
  const form = await readForm(request)
  const read = readAccount(page, form, schema, identity.traits)
  if (read.kind === 'faulty') return read.answer
  // Adding replaces what is there, and does not mind what is not.
  const patch = [
    { op: 'add', path: '/traits', value: read.traits },
    { op: 'add', path: '/metadata_public', value: read.metadataPublic },
    { op: 'add', path: '/metadata_admin', value: read.metadataAdmin },
    ...(read.state === identity.state ? [] : [{ op: 'replace', path: '/state', value: read.state }]),
  ]
  const outcome = await changed(adminBecause(page, room, form.text('reason')).patchIdentity({ id: identity.id }, patch))
  if (outcome.kind === 'refused') return accountRefused(page, form, schema, outcome)
  leaveNotice(page, 'console_people:person.saved')
  return redirect(`${rootOf(room)}/people/${identity.id}`, 303)
}

function jsonText(value: unknown): string {
  return value === undefined || value === null ? '' : JSON.stringify(value, null, 2)
}

/** Changes an account. */
export default function EditPerson() {
  const t = useText('console_people')
  const common = useText('console')
  const root = useProjectRoot()
  const { id, name, fields, values } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={t('form.edit_title', { name })} />
      <TraitsForm
        intent="save"
        submit={t('form.save')}
        fields={fields}
        values={values}
        beside={
          <ButtonLink href={`${root}/people/${id}`} link={PageLink} size="small">
            {common('dialog.cancel')}
          </ButtonLink>
        }
      />
    </>
  )
}
