import { ButtonLink } from '@gatehouse/design/controls'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { applySwitches, durationFaults, switchValue } from '../../configuration/apply-switches.server.ts'
import { saveReviewed } from '../../configuration/draft-action.server.ts'
import { draftPage, reviewDraft } from '../../configuration/draft.server.ts'
import { draftIn, DraftView } from '../../configuration/draft-view.tsx'
import { presentConfig } from '../../configuration/project-document.server.ts'
import { providersIn, withoutProvider } from '../../configuration/providers.ts'
import { switches, switchGroups } from '../../configuration/switches.ts'
import { valueAt } from '../../configuration/config-tree.ts'
import { enterOwnProject } from '../../control-plane/scope.server.ts'
import { forbidden } from '../../failure/fail.server.ts'
import { faulty } from '../../form/faulty.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { PageHead } from '../../layout/page-head.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../scope/use-scope.ts'
import { Providers } from './providers.tsx'
import { SwitchForm } from './switch-form.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const scope = await enterOwnProject(consoleRequestOf(context), params, 'configuration')
  const { revision, config } = await presentConfig(scope)
  const values = switches.map((one) => ({
    path: one.path,
    value: switchValue(config, one),
    isSet: valueAt(config, one.path) !== undefined,
  }))
  return { revision, values, providers: providersIn(config) }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterOwnProject(page, params, 'configuration')
  const form = await readForm(request)
  const revision = form.text('revision')
  if (form.intent === 'save') return saveReviewed(page, scope, form)
  if (form.intent === 'remove_provider') {
    return draftPage(await reviewDraft(scope, revision, (base) => withoutProvider(base, form.text('provider'))))
  }
  const group = switchGroups.find((name) => name === form.intent)
  if (group === undefined) throw forbidden(page)
  const wrong = durationFaults(form, group)
  if (wrong.length > 0) {
    const fields = Object.fromEntries(wrong.map((path) => [path, page.t('console_projects:fault.duration')]))
    const ofGroup = switches.filter((one) => one.group === group).map(({ path }) => path)
    return faulty(form, fields, ofGroup)
  }
  return draftPage(await reviewDraft(scope, revision, (base) => applySwitches(base, form, group)))
}

/** The configuration of a project: what most people change as forms, and the way to all of it. */
export default function Configuration() {
  const t = useText('console_projects')
  const nav = useText('console')
  const { revision, values, providers } = useLoaderData<typeof loader>()
  const answer = draftIn(useActionData())
  const may = useMay()
  const actions = (
    <>
      {may('listProjectRevisions') && (
        <ButtonLink href="revisions" link={PageLink} size="small">
          {t('configuration.history')}
        </ButtonLink>
      )}
      <ButtonLink href="text" link={PageLink} size="small">
        {t('configuration.as_text')}
      </ButtonLink>
    </>
  )
  return (
    <>
      <PageHead title={nav('nav.configuration')} intro={t('configuration.lead')} actions={actions} />
      {answer !== undefined ? (
        <DraftView answer={answer} />
      ) : (
        <>
          {switchGroups.map((group) => (
            <SwitchForm
              key={`${group}.${revision}`}
              group={group}
              revision={revision}
              values={values}
              mayChange={may('patchProjectWithRevision')}
            />
          ))}
          <Providers providers={providers} revision={revision} mayChange={may('patchProjectWithRevision')} />
        </>
      )}
    </>
  )
}
