import { createHash } from 'node:crypto'
import { type Identity, personName } from '@gatehouse/contract/identities'
import { ButtonLink } from '@gatehouse/design/controls'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { enterProject, type ProjectContext } from '../../control-plane/scope.server.ts'
import { forbidden, notFound } from '../../failure/fail.server.ts'
import { faulty } from '../../form/faulty.server.ts'
import { faultsOf } from '../../form/faults.ts'
import { readForm, type SubmittedForm } from '../../form/fields.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { readPerson } from '../../people/read-person.server.ts'
import { replaceParts } from '../../people/replace-parts.server.ts'
import { adminWithReason } from '../../people/with-reason.server.ts'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import { useText } from '../../text/texts.tsx'
import { fieldsOf, type ListedSchema } from '../../traits/schema-document.ts'
import { accountRefused, keptFields, readAccount } from '../../traits/submitted.server.ts'
import { TraitsForm } from '../../traits/traits-form.tsx'

async function find(page: ConsoleRequest, scope: ProjectContext, id: string) {
  if (!scope.may('patchIdentity')) throw forbidden(page)
  const { identity, schema, engine } = await readPerson(scope, id)
  if (schema === null) throw notFound(page)
  return { identity, schema, engine }
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  const { identity, schema } = await find(page, scope, params['person'] ?? '')
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
  const { identity, schema, engine } = await find(page, scope, params['person'] ?? '')
  const form = await readForm(request)
  const read = readAccount(page, form, schema, identity.traits)
  if (read.kind === 'faulty') return read.answer
  if (form.text('before') !== digestOf(identity)) return savedMeanwhile(page, form, schema, identity)
  const parts = {
    traits: read.traits,
    metadata_public: read.metadataPublic,
    metadata_admin: read.metadataAdmin,
    ...(read.state !== identity.state && { state: read.state }),
  }
  const admin = adminWithReason(page, scope, form.text('reason'))
  const outcome = await replaceParts(scope, admin, { identity, engine }, parts)
  if (outcome.kind === 'stale') return savedMeanwhile(page, form, schema, outcome.identity)
  if (outcome.kind === 'refused') return accountRefused(page, form, schema, outcome)
  setNotice(page, 'console_people:person.saved')
  return redirect(`${scope.address}/people/${identity.id}`, 303)
}

/** Returns the form with its input after someone else saved the account while it was open. Sent again, it is saved. */
function savedMeanwhile(page: ConsoleRequest, form: SubmittedForm, schema: ListedSchema, now: Identity) {
  const { intent } = form
  const text = (name: string) => (name === 'before' ? digestOf(now) : form.text(name))
  return faulty({ intent, text }, { '': page.t('console_people:form.stale') }, [...keptFields(schema), 'before'], 409)
}

/** Identifies the values that the form replaces. */
function digestOf({ traits, metadata_public: open = null, metadata_admin: own = null, state }: Identity): string {
  return createHash('sha256')
    .update(JSON.stringify([traits, open, own, state]))
    .digest('base64url')
}

function jsonText(value: unknown): string {
  return value === undefined || value === null ? '' : JSON.stringify(value, null, 2)
}

/** Changes an account. */
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
