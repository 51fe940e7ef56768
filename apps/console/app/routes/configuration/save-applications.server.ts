import { redirect } from 'react-router'
import { applicationPaths } from '../../configuration/applications.server.ts'
import { type ConfigTree, withValue } from '../../configuration/config-tree.ts'
import { noteSaved } from '../../configuration/draft-action.server.ts'
import { presentConfig } from '../../configuration/project-document.server.ts'
import type { ProjectContext } from '../../control-plane/scope.server.ts'
import { faulty, refusedOrForbidden } from '../../form/faulty.server.ts'
import type { SubmittedForm } from '../../form/fields.server.ts'
import type { ConsoleRequest } from '../../request/console-request.ts'

const typed = ['return_urls', 'default_return_url', 'cookie_domain', 'session_below', 'cors_origins']

/** Saves the form of applications. A field that another source decides is not in the form, and stays as it is. */
export async function saveApplications(page: ConsoleRequest, scope: ProjectContext, form: SubmittedForm) {
  const faults = faultsIn(page, form)
  if (Object.keys(faults).length > 0) return faulty(form, faults, typed)
  const { config } = await presentConfig(scope)
  const origins = linesOf(form, 'cors_origins')
  const changed = await scope.change('patchProjectWithRevision', {
    params: { revision_id: form.text('revision') },
    body: [
      { op: 'replace', path: '/services/identity/config', value: configWith(config, form) },
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
