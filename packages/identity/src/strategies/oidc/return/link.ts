import { secretFor } from '../../../flows/http/request-context.ts'
import { finishLogin } from '../../../flows/login/finish.ts'
import { openLogin } from '../../../flows/login/form.ts'
import type { Attempt } from '../../../flows/model/attempt.ts'
import type { Outcome } from '../../../flows/model/outcome.ts'
import { sameRequest } from '../../../flows/oauth2/carried-request.ts'
import { flowPage, withParameters } from '../../../flows/presentation/present.ts'
import { consumeProof } from '../../../flows/steps/consume-proof.ts'
import { normalizeAddress } from '../../../identities/address.ts'
import type { Identity } from '../../../identities/identity.ts'
import { visitorNetwork } from '../../../limits/visitor-network.ts'
import { signInToLink } from '../../../messages/oidc.ts'
import type { ProvedPerson, OidcContext } from '../dependencies.ts'
import { linksOf, newLink, withLink } from '../links.ts'
import type { Mapped } from '../mapper.ts'
import type { Owner } from './owner.ts'
import { addressesProvedBy } from './proved-addresses.ts'

/**
 * Asks for a sign-in to the account with the e-mail address that the provider reported. The address is no proof of
 * owning the account, so the person signs in to it in the usual way; that links the two.
 */
export async function askToLink(
  context: OidcContext,
  attempt: Attempt,
  person: ProvedPerson,
  owner: Owner,
): Promise<Outcome> {
  const { flow, request } = attempt
  const { provider, claims, tokens } = person
  const { uiUrl } = context.config.selfservice.flows.login
  const { secret, cookies } = secretFor(flow.type, request, context.csrf)
  const hints = context.config.selfservice.flows.registration.loginHints ? hintsOf(context, owner.identity) : undefined
  const { exchangeHash } = flow.details
  const linking = await openLogin(context, {
    type: flow.type,
    requestUrl: flow.requestUrl,
    returnTo: flow.returnTo,
    secret,
    aal: 'aal1',
    refresh: false,
    identity: undefined,
    now: request.now,
    network: visitorNetwork(request.headers),
    messages: [signInToLink(owner.identifier, provider.label, uiUrl, hints ?? { types: [], providers: [] })],
    details: {
      ...(exchangeHash !== undefined && { exchangeHash }),
      ...sameRequest(flow.details),
      linking: {
        identityId: owner.identity.id,
        link: newLink(context.seals, provider, claims.sub, tokens),
      },
    },
    linking: { provider: provider.id, identifier: owner.identifier, owner: hints && owner.identity },
  })
  const page = withParameters(flowPage(context.config, linking), { no_org_ui: 'true' })
  return { kind: 'flow', flow: linking, status: 400, page, cookies, ...(secret && { secret }) }
}

/** Links an account for which an administrator accepts this provider's word, if the e-mail address is proved. */
export async function linkByImport(
  context: OidcContext,
  attempt: Attempt,
  { provider, claims, tokens }: ProvedPerson,
  owner: Identity,
  mapped: Mapped,
): Promise<Outcome | undefined> {
  const invited = linksOf(owner).some((link) => link.provider === provider.id && link.use_auto_link === true)
  const proved =
    claims.email_verified === true &&
    mapped.verifiedAddresses.some(({ via, value }) => {
      return via === 'email' && owner.verifiableAddresses.some((row) => row.value === normalizeAddress(value, 'email'))
    })
  if (!invited || !proved || attempt.flow.kind !== 'login') return undefined
  const link = newLink(context.seals, provider, claims.sub, tokens)
  const { now } = attempt.request
  const linked = await context.transactions.durable(
    async (): Promise<Identity | { readonly used: Outcome } | undefined> => {
      const used = await consumeProof(context, attempt)
      if (used) return { used }
      const addresses = addressesProvedBy(mapped, owner)
      const proved = await context.addressProofs.record(owner, {
        addresses,
        backing: 'address',
        now,
        flowId: attempt.flow.id,
      })
      const written = await context.identities.update(
        withLink(proved.kind === 'recorded' ? proved.identity : owner, link, now),
      )
      if (written.kind === 'conflict') return undefined
      await context.notices.send(written.identity, 'provider_linked')
      return written.identity
    },
  )
  if (!linked) return undefined
  if ('used' in linked) return linked.used
  return finishLogin(
    context,
    { ...attempt, singleUseProof: undefined },
    {
      kind: 'authenticated',
      identity: linked,
      method: 'oidc',
      aal: 'aal1',
      provider: provider.id,
    },
  )
}

/** Returns the sign-in methods of the account's owner, for operators who want them shown. */
function hintsOf(
  { config, providers, countFirstFactors }: Pick<OidcContext, 'config' | 'countFirstFactors' | 'providers'>,
  identity: Identity,
) {
  const { methods } = config.selfservice
  const types = Object.values(identity.credentials)
    .filter(
      (credential) => countFirstFactors({ ...identity, credentials: { [credential.type]: credential } }, methods) > 0,
    )
    .map(({ type }) => type)
  const linked = linksOf(identity).map(({ provider }) => provider)
  return { types, providers: providers.filter(({ id }) => linked.includes(id)).map(({ id }) => id) }
}
