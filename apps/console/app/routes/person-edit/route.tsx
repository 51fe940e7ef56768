import { createHash } from 'node:crypto'
import { type Identity, personName } from '@gatehouse/contract/identities'
import { ButtonLink } from '@gatehouse/design/controls'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { enterProject, type ProjectContext } from '../../control-plane/scope.server.ts'
import { notFound } from '../../failure/fail.server.ts'
import { faultsOf } from '../../form/faults.ts'
import { readForm } from '../../form/fields.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { readEditedPerson } from '../../people/read-person.server.ts'
import { replaceParts, staleForm } from '../../people/replace-parts.server.ts'
import { adminWithReason } from '../../people/with-reason.server.ts'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import { useText } from '../../text/texts.tsx'
import { fieldsOf } from '../../traits/schema-document.ts'
import { jsonText } from '../../traits/json-text.server.ts'
import { accountRefused, keptFields, readAccount } from '../../traits/submitted.server.ts'
import { TraitsForm } from '../../traits/traits-form.tsx'

/** Reads the account, and the schema that its form needs. Throws a page without it. */
async function readWithSchema(page: ConsoleRequest, scope: ProjectContext, id: string) {
  const { identity, schema, engine } = await readEditedPerson(page, scope, id)
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
    before: digestOf(identity),
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
  if (form.text('before') !== digestOf(identity)) {
    return staleForm(page, form, digestOf(identity), keptFields(schema))
  }
  const parts = {
    traits: read.traits,
    metadata_public: read.metadataPublic,
    metadata_admin: read.metadataAdmin,
    ...(read.state !== identity.state && { state: read.state }),
  }
  const admin = adminWithReason(page, scope, form.text('reason'))
  const outcome = await replaceParts(scope, admin, { identity, engine }, parts)
  if (outcome.kind === 'stale') return staleForm(page, form, digestOf(outcome.identity), keptFields(schema))
  if (outcome.kind === 'refused') return accountRefused(page, form, schema, outcome)
  setNotice(page, 'console_people:person.saved')
  return redirect(`${scope.address}/people/${identity.id}`, 303)
}

/** Identifies the values that the form replaces. */
function digestOf({ traits, metadata_public: open = null, metadata_admin: own = null, state }: Identity): string {
  return createHash('sha256')
    .update(JSON.stringify([traits, open, own, state]))
    .digest('base64url')
}

/** The form of a whole account: all traits, metadata and the state. */
export default function EditPerson() {
  const t = useText('console_people')
  const common = useText('console')
  const root = useProjectRoot()
  const { id, name, fields, values, before } = useLoaderData<typeof loader>()
  const answer = faultsOf(useActionData(), 'save')
  return (
    <>
      <PageHead title={t('form.edit_title', { name })} crumbs={[{ href: `${root}/people/${id}`, label: name }]} />
      <TraitsForm
        intent="save"
        submit={t('form.save')}
        fields={fields}
        values={values}
        hidden={{ before: answer?.typed['before'] || before }}
        beside={
          <ButtonLink href={`${root}/people/${id}`} link={PageLink} size="small">
            {common('dialog.cancel')}
          </ButtonLink>
        }
      />
    </>
  )
}
