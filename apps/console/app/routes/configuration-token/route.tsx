import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { Panel } from '@gatehouse/design/content'

import type { ConfigTree } from '../../configuration/config-tree.ts'
import { noteSaved, placed } from '../../configuration/draft-action.server.ts'
import { durationMs, enteredDuration, saidDuration } from '../../configuration/duration.ts'
import { effectiveConfigOf } from '../../configuration/effective.server.ts'
import { mapperAddress, mapperText, mapperUrl } from '../../configuration/mapper-text.server.ts'
import { presentConfig } from '../../configuration/project-document.server.ts'
import { findToken, tokenTemplates, withToken } from '../../configuration/session-tokens.ts'
import { enterOwnProject, type ProjectContext } from '../../control-plane/scope.server.ts'
import { forbidden, notFound } from '../../failure/fail.server.ts'
import type { FaultyForm } from '../../form/faults.ts'
import { faulty, madeBy, refusedOrForbidden } from '../../form/faulty.server.ts'
import { readForm, type SubmittedForm } from '../../form/fields.server.ts'
import { type FormValues, refuseStaleForm } from '../../form/stale-form.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { useText } from '../../text/texts.tsx'
import { TokenForm } from './token-form.tsx'

/** Proposed for a new template: short, because a token outlives the sign-out. */
const proposedMs = 10 * 60_000
/** The default of the identity service. */
const defaultMs = 60_000

/** The template that the address names. */
async function namedIn(
  page: ConsoleRequest,
  scope: ProjectContext,
  { token = 'new' }: LoaderFunctionArgs['params'],
): Promise<NamedToken> {
  const [{ config }, { applications }] = await Promise.all([presentConfig(scope), effectiveConfigOf(scope)])
  if (token !== 'new') {
    const before = findToken(config, token)
    if (before === undefined) throw notFound(page)
    return { name: token, before, taken: [] }
  }
  const others = applications?.session_tokens.map(({ name }) => name) ?? []
  return { name: undefined, before: undefined, taken: [...Object.keys(tokenTemplates(config)), ...others] }
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterOwnProject(page, params, 'configuration')
  const { name, before } = await namedIn(page, scope, params)
  return {
    name,
    before: before === undefined ? '' : JSON.stringify(tokenValues(before)),
    lifespan: lifespanOf(before),
    mapper: mapperText(textOf(before, 'claims_mapper_url')),
    mapperAddress: mapperAddress(textOf(before, 'claims_mapper_url')),
  }
}

/** Milliseconds. */
function lifespanOf(template: ConfigTree | undefined): number {
  return template === undefined ? proposedMs : (durationMs(textOf(template, 'ttl')) ?? defaultMs)
}

/** The values of the form. The key set is not among them. */
function tokenValues(template: ConfigTree): FormValues {
  const { number, unit } = saidDuration(lifespanOf(template))
  const mapper = mapperText(textOf(template, 'claims_mapper_url'))
  return { ttl: String(number), 'ttl.unit': unit, claims_mapper_url: mapper.trim() }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterOwnProject(page, params, 'configuration')
  const form = await readForm(request)
  if (form.intent !== 'token') throw forbidden(page)
  return saveToken(page, scope, form, await namedIn(page, scope, params))
}

/** A kind of session token: its key set, how long a token counts, and further claims. */
export default function ConfigurationToken() {
  const t = useText('console_projects')
  const loaded = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={loaded.name ?? t('token.add')} intro={t('applications.session_tokens_hint')} />
      <Panel padded>
        <TokenForm {...loaded} />
      </Panel>
    </>
  )
}

function textOf(template: ConfigTree | undefined, key: string): string {
  const value = template?.[key]
  return typeof value === 'string' ? value : ''
}

/** The fields that a refused form keeps. The key set is not among them. */
const typed = ['name', 'ttl', 'ttl.unit', 'claims_mapper_url']
const fields: readonly string[] = ['jwks_url', ...typed]

/** The template that a form is about. */
interface NamedToken {
  /** Absent: a new one, which the form names. */
  readonly name: string | undefined
  /** Its current configuration. */
  readonly before: ConfigTree | undefined
  /** The names that a new one cannot have. */
  readonly taken: readonly string[]
}

/**
 * Saves a template of session tokens, without a review: a draft is sent to the browser, and no answer has a key set.
 */
async function saveToken(page: ConsoleRequest, scope: ProjectContext, form: SubmittedForm, named: NamedToken) {
  const faults = faultsIn(page, form, named)
  if (Object.keys(faults).length > 0) return faulty(form, faults, typed)
  const { revision, config } = await presentConfig(scope)
  const stale = named.before && refuseStaleForm(page, form, tokenValues(named.before))
  if (stale !== undefined) return stale
  const name = named.name ?? form.text('name')
  const value = withToken(config, name, templateOf(findToken(config, name) ?? {}, form))
  const changed = await scope.call('patchProjectWithRevision', {
    params: { revision_id: revision },
    body: [{ op: 'replace', path: '/services/identity/config', value }],
  })
  if (changed.kind === 'refused') {
    if (changed.faults.length === 0) return refusedOrForbidden(page, form, changed, typed)
    const found = placed(changed, (field) => fields.includes(field))
    return data<FaultyForm>({ kind: 'faulty', ...madeBy(form, typed), faults: found }, changed.status)
  }
  noteSaved(
    page,
    changed.body.warnings.map(({ message = '' }) => message),
  )
  return redirect(`${scope.address}/configuration`, 303)
}

/** Returns the template with the form's values. A setting without a field stays, and so does a key set that was not typed. */
function templateOf(before: ConfigTree, form: SubmittedForm): ConfigTree {
  const { claims_mapper_url: mapper, ...kept } = before
  const keys = form.text('jwks_url')
  const claims = mapperUrl(form.text('claims_mapper_url'), typeof mapper === 'string' ? mapper : '')
  return {
    ...kept,
    ...(keys !== '' && { jwks_url: `base64://${Buffer.from(keys).toString('base64')}` }),
    ttl: enteredDuration(form.text('ttl'), form.text('ttl.unit')),
    ...(claims !== '' && { claims_mapper_url: claims }),
  }
}

function faultsIn(
  { t }: ConsoleRequest,
  form: SubmittedForm,
  { name: given, before, taken }: NamedToken,
): Readonly<Record<string, string>> {
  const name = form.text('name')
  const keys = form.text('jwks_url')
  const lacksKeys = keys === '' ? before?.['jwks_url'] === undefined : !isJson(keys)
  const ttl = enteredDuration(form.text('ttl'), form.text('ttl.unit'))
  const isNamed = given !== undefined || (/^[\w.-]{1,64}$/.test(name) && name !== 'new')
  return {
    ...(!isNamed && { name: t('console_projects:fault.token_name') }),
    ...(given === undefined && taken.includes(name) && { name: t('console_projects:fault.token_taken') }),
    ...(lacksKeys && { jwks_url: t('console_projects:fault.key_set') }),
    ...(ttl === undefined && { ttl: t('console_projects:fault.duration') }),
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
