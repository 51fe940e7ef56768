import { personName, schemaFields } from '@gatehouse/contract/identities'
import { ButtonLink } from '@gatehouse/design/controls'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { enterProject, type ProjectContext } from '../../control-plane/scope.server.ts'
import { forbidden, notFound } from '../../failure/fail.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { changed } from '../../people/answers.server.ts'
import { readPerson } from '../../people/read-person.server.ts'
import { adminWithReason } from '../../people/with-reason.server.ts'
import { useProjectRoot } from '../../people/project-root.ts'
import { rootOf } from '../../people/project-root.server.ts'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import { useText } from '../../text/texts.tsx'
import { accountRefused, readAccount } from '../../traits/submitted.server.ts'
import { TraitsForm } from '../../traits/traits-form.tsx'

async function find(page: ConsoleRequest, scope: ProjectContext, id: string) {
  if (!scope.may('patchIdentity')) throw forbidden(page)
  const { identity, schema } = await readPerson(scope, id)
  if (schema === null) throw notFound(page)
  return { identity, schema }
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  const { identity, schema } = await find(page, scope, params['person'] ?? '')
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
  const scope = await enterProject(page, params)
  const { identity, schema } = await find(page, scope, params['person'] ?? '')
  const form = await readForm(request)
  const read = readAccount(page, form, schema, identity.traits)
  if (read.kind === 'faulty') return read.answer
  // `add` replaces an existing value, and also works without one.
  const patch = [
    { op: 'add', path: '/traits', value: read.traits },
    { op: 'add', path: '/metadata_public', value: read.metadataPublic },
    { op: 'add', path: '/metadata_admin', value: read.metadataAdmin },
    ...(read.state === identity.state ? [] : [{ op: 'replace', path: '/state', value: read.state }]),
  ]
  const outcome = await changed(
    adminWithReason(page, scope, form.text('reason')).patchIdentity({ id: identity.id }, patch),
  )
  if (outcome.kind === 'refused') return accountRefused(page, form, schema, outcome)
  setNotice(page, 'console_people:person.saved')
  return redirect(`${rootOf(scope)}/people/${identity.id}`, 303)
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
      <PageHead title={t('form.edit_title', { name })} crumbs={[{ href: `${root}/people/${id}`, label: name }]} />
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
