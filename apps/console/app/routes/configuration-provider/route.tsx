import { Panel, Icon, ProviderIcon } from '@gatehouse/design/content'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from 'react-router'
import type { ConfigTree } from '../../configuration/config-tree.ts'
import { saveReviewed } from '../../configuration/draft-action.server.ts'
import { Drafted, draftIn } from '../../configuration/draft-view.tsx'
import { draftPage, reviewChanges } from '../../configuration/draft.server.ts'
import { presentConfig } from '../../configuration/project-document.server.ts'
import {
  freeProviderId,
  type KindOfProvider,
  kindOfProvider,
  providerKinds,
} from '../../configuration/provider-kinds.ts'
import { findProvider, providersIn, withProvider } from '../../configuration/providers.ts'
import { enterOwnProject } from '../../control-plane/scope.server.ts'
import { notFound } from '../../failure/fail.server.ts'
import { faulty, madeBy } from '../../form/faulty.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { switchedOn } from '../../organizations/connections.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { type ConsoleRequest, consoleRequestOf } from '../../request/console-request.ts'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { useText } from '../../text/texts.tsx'
import {
  mapperAddressOf,
  providerFaults,
  providerOf,
  providerValues,
  storedSecrets,
  typedFields,
} from './provider-fields.server.ts'
import classes from './provider-form.module.css'
import { ProviderForm } from './provider-form.tsx'

interface Named {
  /** The provider's current configuration; empty for a new one. */
  readonly before: ConfigTree
  /** Absent: which kind a new one is of is still to be chosen. */
  readonly kind: KindOfProvider | undefined
  /** The ids that a new one cannot have. */
  readonly taken: readonly string[]
}

/** The provider that the address names, or the kind of a new one. */
function namedIn(page: ConsoleRequest, config: ConfigTree, params: LoaderFunctionArgs['params']): Named {
  const { provider = 'new', kind } = params
  if (provider !== 'new') {
    const before = findProvider(config, provider)
    if (before === undefined || kind !== undefined) throw notFound(page)
    const value = before['provider']
    return { before, kind: kindOfProvider(typeof value === 'string' ? value : 'generic'), taken: [] }
  }
  const chosen = providerKinds.find(({ value }) => value === kind)
  if (chosen === undefined && kind !== undefined) throw notFound(page)
  return { before: {}, kind: chosen, taken: providersIn(config).map(({ id }) => id) }
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterOwnProject(page, params, 'configuration')
  const { revision, config } = await presentConfig(scope)
  const { before, kind, taken } = namedIn(page, config, params)
  const isNew = params['provider'] === 'new'
  const shown =
    isNew && kind !== undefined
      ? {
          id: freeProviderId(kind, taken),
          ...(kind.value !== 'generic' && { label: kind.label }),
          ...(kind.scope !== undefined && { scope: kind.scope.split(' ') }),
        }
      : before
  return {
    isNew,
    kind: kind?.value,
    kindLabel: kind?.label ?? '',
    revision,
    values: providerValues(shown),
    stored: storedSecrets(before),
    mapperAddress: mapperAddressOf(before),
    callback: `${scope.project.origin ?? ''}/self-service/methods/oidc/callback/`,
  }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterOwnProject(page, params, 'configuration')
  const form = await readForm(request)
  if (form.intent === 'save') return saveReviewed(page, scope, form)
  const { config } = await presentConfig(scope)
  const { before, kind, taken } = namedIn(page, config, params)
  if (kind === undefined) throw notFound(page)
  const faults = Object.entries(providerFaults(form, kind, { before, taken }))
  if (faults.length > 0) {
    const fields = faults.map(
      ([name, fault = 'required']) => [name, page.t(`console_projects:fault.${fault}`)] as const,
    )
    return faulty(form, Object.fromEntries(fields), typedFields)
  }
  const id = form.text('id')
  const review = await reviewChanges(scope, form.text('before'), (base) =>
    withProvider(
      params['provider'] === 'new' ? switchedOn(base) : base,
      providerOf(findProvider(base, id) ?? {}, kind, form),
    ),
  )
  return draftPage({ ...review, made: madeBy(form, typedFields) })
}

/** One provider that people can sign in with. Of a new one the kind is chosen first. */
export default function ConfigurationProvider() {
  const t = useText('console_projects')
  const root = useProjectRoot()
  const { kind, ...loaded } = useLoaderData<typeof loader>()
  const answer = useActionData()
  if (kind === undefined) {
    return (
      <>
        <PageHead title={t('provider.add')} intro={t('provider.pick_lead')} />
        <KindPicker />
      </>
    )
  }
  const title = loaded.isNew
    ? t('provider.add_kind', { name: loaded.kindLabel })
    : loaded.values.label || loaded.values.id
  const picker = { href: `${root}/configuration/providers/new`, label: t('provider.add') }
  return (
    <>
      <PageHead title={title} intro={t('provider.form_lead')} crumbs={loaded.isNew ? [picker] : []} />
      <Drafted answer={draftIn(answer)}>
        <Panel padded>
          <ProviderForm kind={kind} {...loaded} />
        </Panel>
      </Drafted>
    </>
  )
}

/** The kinds of providers, each a link to its form. */
function KindPicker() {
  const t = useText('console_projects')
  const root = useProjectRoot()
  return (
    <ul className={classes.kinds} data-part="kinds">
      {providerKinds.map(({ value, label }) => (
        <li key={value}>
          <PageLink href={`${root}/configuration/providers/new/${value}`}>
            <KindMark kind={value} label={label} />
            <span>
              <bdi>{label}</bdi>
              {value === 'generic' && <small>{t('provider.any')}</small>}
            </span>
          </PageLink>
        </li>
      ))}
    </ul>
  )
}

/** The mark of a kind. Decoration. */
function KindMark({ kind, label }: { readonly kind: string; readonly label: string }) {
  return (
    <span className={classes.mark}>
      {kind === 'generic' ? <Icon name="key" /> : <ProviderIcon provider={kind} name={label} />}
    </span>
  )
}
