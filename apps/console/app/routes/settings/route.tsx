import { Panel, Row, Section } from '@gatehouse/design/content'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { enterWorkspace } from '../../control-plane/scope.server.ts'
import { notFound } from '../../failure/fail.server.ts'
import { CheckField } from '../../form/check-field.tsx'
import { ConsoleForm, TextField } from '../../form/console-form.tsx'
import { faulty, refusedOrForbidden } from '../../form/faulty.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { type FormValues, refuseStaleForm } from '../../form/stale-form.server.ts'
import { useFormKey } from '../../form/use-form-key.ts'
import { FactPanel } from '../../layout/fact-panel.tsx'
import { PageHead } from '../../page/page-head.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { setNotice } from '../../request/notice.server.ts'
import { useText } from '../../text/texts.tsx'
import { useMay, useScope } from '../../scopes/use-scope.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const scope = await enterWorkspace(consoleRequestOf(context), params)
  const { id, slug, name, second_factor_required: secondFactor = false } = await scope.load('getWorkspace')
  return { id, slug, name, secondFactor, before: JSON.stringify(valuesOf({ name, secondFactor })) }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterWorkspace(page, params)
  const form = await readForm(request)
  if (form.intent !== 'save') throw notFound(page)
  const name = form.text('name')
  if (name === '')
    return faulty(form, { name: page.t('console_workspace:settings.no_name') }, ['name', 'second_factor'])
  const now = await scope.load('getWorkspace')
  const { remoteOrigin } = scope.workspace
  const stale = refuseStaleForm(
    page,
    form,
    valuesOf({ name: now.name, secondFactor: now.second_factor_required ?? false }),
  )
  if (stale !== undefined) return stale
  const asks = remoteOrigin === undefined && { second_factor_required: form.isChecked('second_factor') }
  const saved = await scope.call('updateWorkspace', { body: { name, ...asks } })
  if (saved.kind === 'refused') return refusedOrForbidden(page, form, saved, ['name', 'second_factor'])
  setNotice(page, 'console_workspace:settings.saved')
  return redirect(`${scope.address}/settings`, 303)
}

/** The values of the form. */
function valuesOf({ name, secondFactor }: { readonly name: string; readonly secondFactor: boolean }): FormValues {
  return { name, second_factor: secondFactor ? 'on' : '' }
}

/** The settings of a workspace: its name, and the requirements on its members. */
export default function Settings() {
  const t = useText('console_workspace')
  const title = useText('console')('nav.settings')
  const { id, slug, name, secondFactor, before } = useLoaderData<typeof loader>()
  const { remoteOrigin } = useScope().workspace
  const formKey = useFormKey('save', before)
  const mayChange = useMay()('updateWorkspace')
  return (
    <>
      <PageHead title={title} />
      <Panel padded>
        {mayChange ? (
          <ConsoleForm key={formKey} intent="save" submit={t('settings.save')} before={before}>
            <TextField name="name" label={t('settings.name')} defaultValue={name} maxLength={200} required />
            {remoteOrigin === undefined && (
              <CheckField name="second_factor" label={t('settings.second_factor')} defaultChecked={secondFactor} />
            )}
          </ConsoleForm>
        ) : (
          <p>{remoteOrigin ?? t(secondFactor ? 'settings.second_factor_on' : 'settings.second_factor_off')}</p>
        )}
      </Panel>
      <Section id="names" title={t('settings.for_programs')} intro={t('settings.for_programs_lead')}>
        <FactPanel>
          {slug !== undefined && (
            <Row title={t('settings.slug')}>
              <code dir="ltr">{slug}</code>
            </Row>
          )}
          <Row title={t('settings.id')}>
            <code dir="ltr">{id}</code>
          </Row>
        </FactPanel>
      </Section>
    </>
  )
}
