import type { ConnectionBody, onboardingContract } from '@gatehouse/contract/control-plane'
import type { ProbeFault, ProbeOutcome } from '@gatehouse/contract/operators'
import type { Database } from '@gatehouse/platform/database'
import type { Log } from '@gatehouse/platform/log'
import type { CallOf, HandlersOf, OnboardingCall } from '../access/call.ts'
import { jsonAnswer, RefusalError, timestamp } from '../http/answer.ts'
import type { LinkStore } from '../model/onboarding-link-store.ts'
import type { OrganizationStore } from '../model/organization-store.ts'
import { presentBasicOrganization } from '../model/present-organization.ts'
import type { ProjectConnections, ProjectHost } from '../model/project-host.ts'
import type { Project } from '../model/project-store.ts'
import { requireOrganization } from '../organizations/operations.ts'
import type { Draft, ProjectChanges } from '../projects/changes.ts'
import type { Allowances } from './allowances.ts'
import {
  connectionIdOfLink,
  connectionOfLink,
  connectionsOf,
  mayHaveConnections,
  probed,
  withConnection,
  type WantedConnection,
} from './connection.ts'

/**
 * The dependencies of onboarding. `allowances` limit how often one link, or the operators of one organization, probe a
 * provider.
 */
export interface OnboardingDeps {
  readonly database: Database
  readonly host: ProjectHost
  readonly organizations: OrganizationStore
  readonly links: LinkStore
  readonly changes: ProjectChanges
  readonly allowances: Allowances
  readonly log: Log
}

/** The operations of an organization's administrator with an onboarding link, and the check that operators have too. */
export function onboardingOperations(deps: OnboardingDeps): HandlersOf<typeof onboardingContract> {
  return {
    checkOrganizationConnection: (call) => checkAsOperator(deps, call),
    getOnboarding: (call) => jsonAnswer(200, present(deps, call, call.project)),
    setOnboardingConnection: (call) => set(deps, call),
    checkOnboardingConnection: (call) => check(deps, call),
  }
}

/** Reports secrets as present, and never shows them. */
function present(deps: OnboardingDeps, { organization, link }: OnboardingCall, project: Project) {
  const config = project.settings.identityConfig ?? {}
  const connections = requireConnections(deps, project)
  const connection = connectionOfLink(config, organization.id)
  return {
    organization: { label: organization.label, domains: organization.domains },
    project: { name: project.name },
    expires_at: timestamp(link.expiresAt),
    redirect_uri: connections.redirectUri(organization.id, connectionIdOfLink(config, organization.id)),
    sign_in_url: connections.signInAddress(organization.id),
    connection: connection
      ? {
          issuer_url: connection.issuerUrl ?? '',
          client_id: connection.clientId,
          has_secret: connection.clientSecret !== undefined,
        }
      : null,
  }
}

async function set(deps: OnboardingDeps, call: CallOf<'setOnboardingConnection'>): Promise<Response> {
  const body = await call.body()
  const { organization, project, link } = call
  const connections = requireConnections(deps, project)
  const wanted = wantedConnection(project, organization.id, body)
  await deps.allowances.take(link.id, call.now)
  const redirectUri = connections.redirectUri(organization.id, connectionIdOfLink(configOf(project), organization.id))
  requireSound(await connections.probe(probed({ ...wanted, kind: 'generic', tenant: undefined }, redirectUri)))
  const record = () => call.record({ kind: 'organization', id: organization.id, name: organization.label })
  const changed = await deps.changes
    .change({ ...call, record }, undefined, async (present) => {
      await requireStillOpen(deps, call)
      const again = wantedConnection(present, organization.id, body)
      return draftOf(deps, present, withConnection(configOf(present), organization, again, mapperOf(call)))
    })
    .catch((error: unknown) => {
      throw asGuestMaySee(deps, error, link.id)
    })
  return jsonAnswer(200, present(deps, call, changed.project))
}

/**
 * Returns the wanted settings, with the stored secret if none was sent. Refuses with 400 to send one provider's secret
 * to another, and with 409 to enable a connection that an operator has disabled.
 */
function wantedConnection(project: Project, organizationId: string, body: ConnectionBody): WantedConnection {
  const config = configOf(project)
  if (!mayHaveConnections(config)) {
    const reason =
      'Sign-in with providers is turned off in this project; the people who sent you the link have to turn it on first.'
    throw new RefusalError({ code: 409, reason })
  }
  const { issuer_url: issuerUrl, client_id: clientId, client_secret: sent = '' } = body
  const before = connectionOfLink(config, organizationId)
  const known = before?.issuerUrl === issuerUrl && before.clientId === clientId ? before.clientSecret : undefined
  const clientSecret = sent === '' ? known : sent
  if (clientSecret !== undefined) return { issuerUrl, clientId, clientSecret }
  const reason = 'The field "client_secret" is missing; another issuer or client has a secret of its own.'
  throw new RefusalError({ code: 400, reason, details: { fault: 'no_secret' } })
}

async function check(deps: OnboardingDeps, call: OnboardingCall): Promise<Response> {
  const { organization, project, link } = call
  const connections = requireConnections(deps, project)
  const connection = connectionOfLink(configOf(project), organization.id)
  if (connection === undefined) throw new RefusalError({ code: 409, reason: 'There is no connection to check yet.' })
  await deps.allowances.take(link.id, call.now)
  await deps.database.durable(() =>
    call.record({ kind: 'organization', id: organization.id, name: organization.label }),
  )
  const found = await connections.probe(probed(connection, connections.redirectUri(organization.id, connection.id)))
  return jsonAnswer(200, { issuer: requireSound(found) })
}

async function checkAsOperator(deps: OnboardingDeps, call: CallOf<'checkOrganizationConnection'>): Promise<Response> {
  const { project, params } = call
  const organization = await requireOrganization(deps, call)
  const connections = requireConnections(deps, project)
  const connection = connectionsOf(configOf(project), organization.id).find(({ id }) => id === params.connection_id)
  if (connection === undefined) {
    throw new RefusalError({ code: 404, reason: 'The organization has no connection of this id.' })
  }
  await deps.allowances.take(`operator ${organization.id}`, call.now)
  await deps.database.durable(() =>
    call.record({ kind: 'organization', id: organization.id, name: organization.label }),
  )
  const found = await connections.probe(probed(connection, connections.redirectUri(organization.id, connection.id)))
  return jsonAnswer(200, { issuer: requireSound(found) })
}

function configOf({ settings }: Project) {
  return settings.identityConfig ?? {}
}

function requireConnections({ host }: OnboardingDeps, { id }: Project): ProjectConnections {
  const connections = host.connectionsOf(id)
  if (connections !== undefined) return connections
  throw new RefusalError({ code: 503, reason: 'The project is not running; try again in a moment.' })
}

/** Refuses a link that was revoked while its provider was probed. */
async function requireStillOpen({ links }: OnboardingDeps, { link }: OnboardingCall): Promise<void> {
  if ((await links.find(link.id)) !== undefined) return
  throw new RefusalError({ code: 410, reason: 'The onboarding link was taken back meanwhile.' })
}

function mapperOf({ link }: OnboardingCall): unknown {
  return link.settings['generic_oidc_mapper_url']
}

async function draftOf(
  { organizations }: OnboardingDeps,
  project: Project,
  identityConfig: Draft['identityConfig'],
): Promise<Draft> {
  const { name, environment, settings } = project
  const { corsPublic, corsAdmin, accountExperience } = settings
  const kept = (await organizations.listAll(project.id)).map((one) => ({
    ...presentBasicOrganization(one),
    domains: [...one.domains],
  }))
  const same = { name, environment, corsPublic, corsAdmin, accountExperience }
  return { ...same, identityConfig, organizations: kept, warnings: [] }
}

/**
 * Returns the error that a link's holder may see: faults of the whole configuration are only for the project's
 * operators.
 */
function asGuestMaySee({ log }: OnboardingDeps, error: unknown, link: string): unknown {
  if (
    !(error instanceof RefusalError) ||
    error.refusal.code !== 400 ||
    error.refusal.details?.['faults'] === undefined
  ) {
    return error
  }
  log.warn({ link, reason: error.refusal.reason }, 'a connection of an onboarding link could not be applied')
  const reason = 'The project could not take the connection over. Tell the sender of the link; the log says why.'
  return new RefusalError({ code: 409, reason })
}

/** TABLE: the meaning of each fault of a provider, and its fix. */
const reasons: Readonly<Record<ProbeFault, string>> = {
  not_https: 'The issuer, or an address that it names, does not begin with https://.',
  private: 'The issuer is in a private network, which sign-ins cannot reach. It needs a public address.',
  unreachable:
    'Nobody answers at the issuer, or not in time. Check the address, and that it is reachable from the internet.',
  not_openid:
    'What the issuer publishes is not OpenID Connect: there is no metadata at /.well-known/openid-configuration below it.',
  wrong_issuer: 'The issuer calls itself something else. Write it exactly as its metadata does.',
  many_directories:
    'This issuer is for all directories at once. Use the one of your own directory, with its tenant id.',
  no_codes: 'The provider does not do the authorization code flow, or not for this application.',
  client_refused: 'The provider does not accept client id and secret. Check both; secrets end, and are not their ids.',
}

/**
 * Refuses with 400 a provider with which people could not sign in; `details.fault` has the reason. Otherwise returns
 * the issuer.
 */
function requireSound(outcome: ProbeOutcome): string {
  if (outcome.kind === 'sound') return outcome.issuer
  const { fault, said } = outcome
  const details = { fault, ...(said !== undefined && { said }) }
  throw new RefusalError({ code: 400, reason: reasons[fault], details })
}
