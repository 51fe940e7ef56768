import { Panel } from '@gatehouse/design/content'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { ConfigTree } from '../../configuration/config-tree.ts'
import { durationMs } from '../../configuration/duration.ts'
import { effectiveConfigOf } from '../../configuration/effective.server.ts'
import { mapperAddress, mapperText } from '../../configuration/mapper-text.server.ts'
import { presentConfig } from '../../configuration/project-document.server.ts'
import { findToken, tokenTemplates } from '../../configuration/session-tokens.ts'
import { enterOwnProject, type ProjectContext } from '../../control-plane/scope.server.ts'
import { forbidden, notFound } from '../../failure/fail.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { useText } from '../../text/texts.tsx'
import { type NamedToken, saveToken } from './save-token.server.ts'
import { TokenForm } from './token-form.tsx'

/** Proposed for a new template: short, because a token outlives the sign-out. */
const proposedMs = 10 * 60_000
/** The default of the identity service. */
const defaultMs = 60_000

/** The template that the address names, and the revision that it is of. */
async function namedIn(
  page: ConsoleRequest,
  scope: ProjectContext,
  { token = 'new' }: LoaderFunctionArgs['params'],
): Promise<NamedToken & { readonly revision: string }> {
  const [{ revision, config }, { applications }] = await Promise.all([presentConfig(scope), effectiveConfigOf(scope)])
  if (token !== 'new') {
    const before = findToken(config, token)
    if (before === undefined) throw notFound(page)
    return { revision, name: token, before, taken: [] }
  }
  const others = applications?.session_tokens.map(({ name }) => name) ?? []
  return { revision, name: undefined, before: undefined, taken: [...Object.keys(tokenTemplates(config)), ...others] }
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterOwnProject(page, params, 'configuration')
  const { revision, name, before } = await namedIn(page, scope, params)
  const mapper = textOf(before, 'claims_mapper_url')
  const lifespan = before === undefined ? proposedMs : (durationMs(textOf(before, 'ttl')) ?? defaultMs)
  return {
    name,
    revision,
    lifespan,
    mapper: mapperText(mapper),
    mapperAddress: mapperAddress(mapper),
  }
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
