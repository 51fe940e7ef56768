import { Button, ButtonLink, Field, Select } from '@gatehouse/design/controls'
import { type ActionFunctionArgs, Form, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { enterProject, type ProjectContext } from '../../control-plane/scope.server.ts'
import { forbidden, notFound } from '../../failure/fail.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { callResult } from '../../people/answers.server.ts'
import { adminWithReason } from '../../people/with-reason.server.ts'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import { useText } from '../../text/texts.tsx'
import { fieldsOf, titleOf } from '../../traits/schema-document.ts'
import { accountRefused, readAccount } from '../../traits/submitted.server.ts'
import { TraitsForm } from '../../traits/traits-form.tsx'

async function schemasOf(page: ConsoleRequest, scope: ProjectContext, wanted: string | null) {
  if (!scope.may('createIdentity')) throw forbidden(page)
  const schemas = await scope.load('listIdentitySchemas')
  const chosen = wanted === null || wanted === '' ? schemas[0] : schemas.find(({ id }) => id === wanted)
  if (chosen === undefined) throw notFound(page)
  return { schemas, chosen }
}

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  const { schemas, chosen } = await schemasOf(page, scope, url.searchParams.get('schema'))
  return {
    schema: chosen.id,
    schemas: schemas.map((schema) => ({ value: schema.id, label: titleOf(schema) })),
    fields: fieldsOf(chosen),
  }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  const form = await readForm(request)
  const { chosen } = await schemasOf(page, scope, form.text('schema'))
  const read = readAccount(page, form, chosen)
  if (read.kind === 'faulty') return read.answer
  const body = {
    schema_id: chosen.id,
    traits: read.traits,
    state: read.state,
    ...(read.metadataPublic !== null && { metadata_public: read.metadataPublic }),
    ...(read.metadataAdmin !== null && { metadata_admin: read.metadataAdmin }),
  }
  const outcome = await callResult(adminWithReason(page, scope, form.text('reason')).createIdentity(body))
  if (outcome.kind === 'refused') return accountRefused(page, form, chosen, outcome)
  setNotice(page, 'console_people:person.created')
  return redirect(`${scope.address}/people/${outcome.body.id}`, 303)
}

const nothing = { traits: {}, state: 'active', metadataPublic: '', metadataAdmin: '' }

/** Creates a person's account. */
export default function NewPerson() {
  const t = useText('console_people')
  const common = useText('console')
  const root = useProjectRoot()
  const { schema, schemas, fields } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={t('form.new_title')} intro={t('form.new_lead')} />
      {schemas.length > 1 && (
        <Form method="get" action="?">
          <Field id="new-schema" label={t('people.schema')}>
            {(control) => <Select {...control} name="schema" defaultValue={schema} options={schemas} />}
          </Field>
          <Button type="submit" size="small">
            {t('form.choose_schema')}
          </Button>
        </Form>
      )}
      <TraitsForm
        key={schema}
        intent="create"
        submit={t('form.create')}
        fields={fields}
        values={nothing}
        hidden={{ schema }}
        beside={
          <ButtonLink href={`${root}/people`} link={PageLink} size="small">
            {common('dialog.cancel')}
          </ButtonLink>
        }
      />
    </>
  )
}
