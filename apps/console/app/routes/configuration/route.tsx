import { Alert } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import { applySwitches, durationFaults, unitOf } from '../../configuration/apply-switches.server.ts'
import { saveReviewed } from '../../configuration/draft-action.server.ts'
import { draftPage, reviewDraft } from '../../configuration/draft.server.ts'
import { Drafted, draftIn } from '../../configuration/draft-view.tsx'
import { presentConfig } from '../../configuration/project-document.server.ts'
import { providersIn, withoutProvider } from '../../configuration/providers.ts'
import { applicationsState } from '../../configuration/applications.server.ts'
import { effectiveConfigOf } from '../../configuration/effective.server.ts'
import { withoutToken } from '../../configuration/session-tokens.ts'
import { testMail } from '../../configuration/test-mail.server.ts'
import { switches } from '../../configuration/switches.ts'
import { enterOwnProject } from '../../control-plane/scope.server.ts'
import { forbidden } from '../../failure/fail.server.ts'
import { faulty, madeBy } from '../../form/faulty.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { useFormKey } from '../../form/use-form-key.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'
import { ApplicationsForm } from './applications-form.tsx'
import { Providers } from './providers.tsx'
import { saveApplications } from './save-applications.server.ts'
import { settingStates } from './setting-states.server.ts'
import { TestMail, testedMailIn } from './test-mail.tsx'
import { SettingsForm } from './settings-form.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const scope = await enterOwnProject(consoleRequestOf(context), params, 'configuration')
  const [present, effective] = await Promise.all([presentConfig(scope), effectiveConfigOf(scope)])
  const { revision, config } = present
  const providers = providersIn(config)
  const states = settingStates(config, effective.settings, providers.length)
  const { isDefault } = scope.project
  return { revision, states, providers, applications: applicationsState(present, effective), isDefault }
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
  if (form.intent === 'remove_token') {
    return draftPage(await reviewDraft(scope, revision, (base) => withoutToken(base, form.text('token'))))
  }
  if (form.intent === 'applications') return saveApplications(page, scope, form)
  if (form.intent === 'test_mail') return testMail(page, scope, form)
  if (form.intent !== 'settings') throw forbidden(page)
  const wrong = durationFaults(form)
  if (wrong.length > 0) {
    const fields = Object.fromEntries(wrong.map((path) => [path, page.t('console_projects:fault.duration')]))
    return faulty(form, fields, typedSettings)
  }
  const review = await reviewDraft(scope, revision, (base, effective) => applySwitches(base, form, effective))
  return draftPage({ ...review, made: madeBy(form, typedSettings) })
}

/** The fields that a refused form keeps. */
const typedSettings = switches
  .filter(({ kind }) => kind !== 'secret')
  .flatMap(({ path, kind }) => (kind === 'duration' ? [path, unitOf(path)] : [path]))

/** The configuration of a project: the most common settings as forms, and a link to the whole text. */
export default function Configuration() {
  const t = useText('console_projects')
  const nav = useText('console')
  const { revision, states, providers, applications, isDefault } = useLoaderData<typeof loader>()
  const waitsForMail = states.some(({ lacks, value }) => lacks === 'mail_server' && value === true)
  const answered = useActionData<typeof action>()
  const reviewed = useFormKey('save', revision)
  const applied = useFormKey('applications', revision)
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
      <Drafted answer={draftIn(answered)}>
        {waitsForMail && (
          <Alert kind="warning" title={t('lacks.mail_server')}>
            <a href="#mail">{t('switch_group.mail')}</a>
          </Alert>
        )}
        <SettingsForm
          key={`settings-${reviewed}`}
          revision={revision}
          states={states}
          mayChange={may('patchProjectWithRevision')}
        />
        {may('sendTestMail') && <TestMail tested={testedMailIn(answered)} />}
        <Providers providers={providers} revision={revision} mayChange={may('patchProjectWithRevision')} />
        <ApplicationsForm
          key={`applications-${applied}`}
          revision={revision}
          state={applications}
          isDefault={isDefault}
          mayChange={may('patchProjectWithRevision')}
        />
      </Drafted>
    </>
  )
}
