import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from 'react-router'
import { Alert } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'

import {
  applicationPaths,
  applicationsState,
  applicationValues,
  asksForHost,
} from '../../configuration/applications.server.ts'
import { applySwitches, durationFaults, unitOf } from '../../configuration/apply-switches.server.ts'
import { type ConfigTree, withValue } from '../../configuration/config-tree.ts'
import { noteSaved, saveReviewed } from '../../configuration/draft-action.server.ts'
import { Drafted, draftIn } from '../../configuration/draft-view.tsx'
import { draftPage, reviewChanges } from '../../configuration/draft.server.ts'
import { effectiveConfigOf } from '../../configuration/effective.server.ts'
import { presentConfig } from '../../configuration/project-document.server.ts'
import { providersIn, withoutProvider } from '../../configuration/providers.ts'
import { withoutToken } from '../../configuration/session-tokens.ts'
import { switches } from '../../configuration/switches.ts'
import { testMail } from '../../configuration/test-mail.server.ts'
import { enterOwnProject, type ProjectContext } from '../../control-plane/scope.server.ts'
import { forbidden } from '../../failure/fail.server.ts'
import { faulty, madeBy, refusedOrForbidden } from '../../form/faulty.server.ts'
import { readForm, type SubmittedForm } from '../../form/fields.server.ts'
import { refuseStaleForm } from '../../form/stale-form.server.ts'
import { useFormKey } from '../../form/use-form-key.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { useMay } from '../../scopes/use-scope.ts'
import { useText } from '../../text/texts.tsx'
import { ApplicationsForm } from './applications-form.tsx'
import { Providers } from './providers.tsx'
import { settingStates } from './setting-states.server.ts'
import { SettingsForm } from './settings-form.tsx'
import { testedMailIn, TestMail } from './test-mail.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const scope = await enterOwnProject(consoleRequestOf(context), params, 'configuration')
  const [present, effective] = await Promise.all([presentConfig(scope), effectiveConfigOf(scope)])
  const { revision, config } = present
  const providers = providersIn(config)
  const states = settingStates(config, effective.settings, providers.length)
  const { isDefault } = scope.project
  const applications = applicationsState(present, effective)
  const form = {
    before: JSON.stringify(applicationValues(applications, isDefault)),
    asksForHost: asksForHost(applications, isDefault),
  }
  return { revision, states, providers, applications, form }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterOwnProject(page, params, 'configuration')
  const form = await readForm(request)
  const revision = form.text('revision')
  if (form.intent === 'save') return saveReviewed(page, scope, form)
  if (form.intent === 'remove_provider') {
    return draftPage(await reviewChanges(scope, revision, (base) => withoutProvider(base, form.text('provider'))))
  }
  if (form.intent === 'remove_token') {
    return draftPage(await reviewChanges(scope, revision, (base) => withoutToken(base, form.text('token'))))
  }
  if (form.intent === 'applications') return saveApplications(page, scope, form)
  if (form.intent === 'test_mail') return testMail(page, scope, form)
  if (form.intent !== 'settings') throw forbidden(page)
  const wrong = durationFaults(form)
  if (wrong.length > 0) {
    const fields = Object.fromEntries(wrong.map((path) => [path, page.t('console_projects:fault.duration')]))
    return faulty(form, fields, typedSettings)
  }
  const review = await reviewChanges(scope, form.text('before'), (base, effective) =>
    applySwitches(base, form, effective),
  )
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
  const { revision, states, providers, applications, form } = useLoaderData<typeof loader>()
  const waitsForMail = states.some(({ lacks, value }) => lacks === 'mail_server' && value === true)
  const answered = useActionData<typeof action>()
  const reviewed = useFormKey('save', revision)
  const applied = useFormKey('applications', form.before)
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
          {...form}
          revision={revision}
          state={applications}
          mayChange={may('patchProjectWithRevision')}
        />
      </Drafted>
    </>
  )
}

const typed = ['return_urls', 'default_return_url', 'cookie_domain', 'session_below', 'cors_origins']

/** Saves the form of applications. A field that another source decides is not in the form, and stays as it is. */
async function saveApplications(page: ConsoleRequest, scope: ProjectContext, form: SubmittedForm) {
  const faults = faultsIn(page, form)
  if (Object.keys(faults).length > 0) return faulty(form, faults, typed)
  const [present, effective] = await Promise.all([presentConfig(scope), effectiveConfigOf(scope)])
  const now = applicationValues(applicationsState(present, effective), scope.project.isDefault)
  const stale = refuseStaleForm(page, form, now)
  if (stale !== undefined) return stale
  const origins = linesOf(form, 'cors_origins')
  const changed = await scope.call('patchProjectWithRevision', {
    params: { revision_id: present.revision },
    body: [
      { op: 'replace', path: '/services/identity/config', value: configWith(present.config, form) },
      { op: 'replace', path: '/cors_public', value: { enabled: origins.length > 0, origins } },
    ],
  })
  if (changed.kind === 'refused') return refusedOrForbidden(page, form, changed, typed)
  const warnings = changed.body.warnings.map(({ message = '' }) => message)
  noteSaved(page, warnings)
  return redirect(`${scope.address}/configuration`, 303)
}

function configWith(config: ConfigTree, form: SubmittedForm): ConfigTree {
  const urls = linesOf(form, 'return_urls')
  const domain = form.text('cookie_domain').toLowerCase()
  const own = form.isChecked('session_below') ? form.text('host') : undefined
  const values: readonly (readonly [keyof typeof applicationPaths, string, unknown])[] = [
    ['returnUrls', 'return_urls', urls.length === 0 ? undefined : urls],
    ['defaultReturnUrl', 'default_return_url', form.text('default_return_url') || undefined],
    ['cookieDomain', 'cookie_domain', domain === '' ? undefined : domain],
    ['cookieDomain', 'asks_below', own],
  ]
  return values.reduce(
    (tree, [path, field, value]) =>
      form.all(field).length === 0 ? tree : withValue(tree, applicationPaths[path], value),
    config,
  )
}

function faultsIn(page: ConsoleRequest, form: SubmittedForm): Readonly<Record<string, string>> {
  const { t } = page
  const url = linesOf(form, 'return_urls').find((entry) => !isReturnUrl(entry))
  const origin = linesOf(form, 'cors_origins').find((entry) => !corsOrigin.test(entry))
  const start = form.text('default_return_url')
  const domain = form.text('cookie_domain')
  const host = form.text('host')
  return {
    ...(url !== undefined && { return_urls: t('console_projects:fault.return_url', { entry: url }) }),
    ...(start !== '' && !isWebUrl(start) && { default_return_url: t('console_projects:fault.default_return_url') }),
    ...(domain !== '' &&
      !isAbove(domain, host) && { cookie_domain: t('console_projects:fault.cookie_domain', { host }) }),
    ...(origin !== undefined && { cors_origins: t('console_projects:fault.cors_origin', { entry: origin }) }),
  }
}

function linesOf(form: SubmittedForm, name: string): readonly string[] {
  return [
    ...new Set(
      form
        .text(name)
        .split(/[\s,]+/)
        .filter((line) => line !== ''),
    ),
  ]
}

/** As `return_urls` of gatehouse.yml has them: a scheme, a host, and perhaps a path. */
function isReturnUrl(entry: string): boolean {
  const url = URL.parse(entry)
  if (url === null || !/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(entry)) return false
  return url.username === '' && url.password === '' && url.search === '' && url.hash === ''
}

const corsOrigin = /^(?:\*|https?:\/\/(?:\*\.)?[\w.-]+(?::\d{1,5})?)$/

function isWebUrl(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}

/** Browsers keep a cookie for a domain that its host is in. */
function isAbove(domain: string, host: string): boolean {
  return (
    /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(domain) && `.${host}`.endsWith(`.${domain.toLowerCase()}`) && host !== domain
  )
}
