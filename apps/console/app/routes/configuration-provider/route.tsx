import { Panel } from '@gatehouse/design/content'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { saveReviewed } from '../../configuration/draft-action.server.ts'
import { draftPage, reviewDraft } from '../../configuration/draft.server.ts'
import { Drafted, draftIn } from '../../configuration/draft-view.tsx'
import { presentConfig } from '../../configuration/project-document.server.ts'
import { findProvider, withProvider } from '../../configuration/providers.ts'
import { enterOwnProject } from '../../control-plane/scope.server.ts'
import { notFound } from '../../failure/fail.server.ts'
import { faulty } from '../../form/faulty.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { PageHead } from '../../layout/page-head.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { useText } from '../../text/texts.tsx'
import { ProviderForm } from './provider-form.tsx'
import { providerFaults, providerOf, providerValues, typedFields } from './provider-fields.server.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterOwnProject(page, params, 'configuration')
  const { revision, config } = await presentConfig(scope)
  const id = params['provider'] ?? 'new'
  const provider = id === 'new' ? {} : findProvider(config, id)
  if (provider === undefined) throw notFound(page)
  const callback = `${scope.project.origin ?? ''}/self-service/methods/oidc/callback/`
  return {
    id,
    revision,
    values: providerValues(provider),
    hasSecret: provider['client_secret'] !== undefined,
    callback,
  }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterOwnProject(page, params, 'configuration')
  const form = await readForm(request)
  if (form.intent === 'save') return saveReviewed(page, scope, form)
  const faults = providerFaults(form)
  if (faults.length > 0) {
    const fields = Object.fromEntries(faults.map((name) => [name, page.t(`console_projects:fault.${name}`)]))
    return faulty(form, fields, typedFields)
  }
  const id = form.text('id')
  const review = await reviewDraft(scope, form.text('revision'), (base) =>
    withProvider(base, providerOf(findProvider(base, id) ?? {}, form)),
  )
  return draftPage(review)
}

/** One provider that people can sign in with. */
export default function ConfigurationProvider() {
  const t = useText('console_projects')
  const loaded = useLoaderData<typeof loader>()
  const answer = useActionData()
  const title = loaded.id === 'new' ? t('provider.add') : loaded.values.label || loaded.id
  return (
    <>
      <PageHead title={title} intro={t('provider.form_lead')} />
      <Drafted answer={draftIn(answer)}>
        <Panel padded>
          <ProviderForm {...loaded} />
        </Panel>
      </Drafted>
    </>
  )
}
