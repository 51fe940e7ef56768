import { personName } from '@gatehouse/contract/identities'
import { ButtonLink } from '@gatehouse/design/controls'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { enterProject, type ProjectContext } from '../../control-plane/scope.server.ts'
import { notFound } from '../../failure/fail.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { readPersonForUpdate } from '../../people/read-person.server.ts'
import { replaceParts } from '../../people/replace-parts.server.ts'
import { adminWithReason } from '../../people/with-reason.server.ts'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import { useText } from '../../text/texts.tsx'
import { fieldsOf } from '../../traits/schema-document.ts'
import { jsonText } from '../../traits/json-text.server.ts'
import { accountRefused, readAccount } from '../../traits/submitted.server.ts'
import { TraitsForm } from '../../traits/traits-form.tsx'
import { accountValues, isStale, accountConflict } from './account-values.server.ts'

/** Reads the account and its schema. Throws 404 if there is no such schema any more. */
async function readWithSchema(page: ConsoleRequest, scope: ProjectContext, id: string) {
  const { identity, schema, engine } = await readPersonForUpdate(page, scope, id)
  if (schema === null) throw notFound(page)
  return { identity, schema, engine }
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  const { identity, schema } = await readWithSchema(page, scope, params['person'] ?? '')
  return {
    id: identity.id,
    name: personName(identity),
    fields: fieldsOf(schema),
    before: accountValues(identity, schema),
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
  const { identity, schema, engine } = await readWithSchema(page, scope, params['person'] ?? '')
  const form = await readForm(request)
  const read = readAccount(page, form, schema, identity.traits)
  if (read.kind === 'faulty') return read.answer
  if (isStale(form, identity, schema)) return accountConflict(page, form, identity, schema)
  const parts = {
    traits: read.traits,
    metadata_public: read.metadataPublic,
    metadata_admin: read.metadataAdmin,
    ...(read.state !== identity.state && { state: read.state }),
  }
  const admin = adminWithReason(page, scope, form.text('reason'))
  const outcome = await replaceParts(scope, admin, { identity, engine }, parts)
  if (outcome.kind === 'stale') return accountConflict(page, form, outcome.identity, schema)
  if (outcome.kind === 'refused') return accountRefused(page, form, schema, outcome)
  setNotice(page, 'console_people:person.saved')
  return redirect(`${scope.address}/people/${identity.id}`, 303)
}

/** The form of a whole account: all traits, metadata and the state. */
export default function EditPerson() {
  const t = useText('console_people')
  const common = useText('console')
  const root = useProjectRoot()
  const { id, name, fields, values, before } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={t('form.edit_title', { name })} crumbs={[{ href: `${root}/people/${id}`, label: name }]} />
      <TraitsForm
        key={id}
        intent="save"
        submit={t('form.save')}
        fields={fields}
        values={values}
        before={before}
        beside={
          <ButtonLink href={`${root}/people/${id}`} link={PageLink} size="small">
            {common('dialog.cancel')}
          </ButtonLink>
        }
      />
    </>
  )
}
