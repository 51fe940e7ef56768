import type { FlowKind, Flow, OAuth2Client } from '@gatehouse/contract/flows'
import { personName } from '@gatehouse/contract/identities'
import { localizeFlow } from '@gatehouse/i18n/translator'
import { data, redirect, redirectDocument, type RouterContextProvider } from 'react-router'
import { reach } from '../failure/reach.server.ts'
import { isUnreachable } from '../failure/unreachable.ts'
import { resendOf } from '../failure/unreached.server.ts'
import { clientFacts } from '../oauth2/client-facts.ts'
import { ask } from '../request/ask.server.ts'
import { type Destination, toDestination } from '../request/destination.server.ts'
import { entryQuery, formAction, inLanguageOf } from '../request/entry-query.ts'
import { clientFailure, refused, signedInAs, switchedOff, tooMany, unreachable } from '../request/fail.server.ts'
import { type PageRequest, pageRequestOf } from '../request/page-request.ts'
import { onwardAddress } from './detours/go-on.server.ts'
import { onToClient } from './detours/on-to-client.ts'
import { isOwnNotice, type Notice } from './detours/outcome.ts'
import { type DrawnFlow, pack, type SaidNotice, type UndrawnFlow } from './drawn-flow.ts'
import { flowOfPage } from './known-page.server.ts'
import { lacksOrganization } from './organization.ts'
import { otherPerson } from './other-person.server.ts'
import { backToSettings } from './settings/address-proof.ts'
import { keptField, withoutTick } from './settings/kept-tick.ts'
import { withSettingsFacts } from './settings/settings-facts.server.ts'
import { chooseAccount, filledInFor } from './sign-in/chooser.server.ts'
import { lastFactor, signingInAs } from './sign-in/second-step-cookies.server.ts'
import type { FlowPageContext, Settled } from './start-flow.server.ts'
import { readForm, submitFlow } from './submit-flow.server.ts'
import { submitOnce } from './submit-once.server.ts'
import { withoutSecrets } from './without-secrets.ts'

interface RouteArgs {
  readonly request: Request
  /** As the visitor sees it, without script's additions. */
  readonly url: URL
  readonly context: Readonly<RouterContextProvider>
}

/** The loader of a flow's page. Null after a submit without script, when the action has drawn the page already. */
export async function loadFlow<K extends FlowKind>(kind: K, { url, context }: RouteArgs) {
  const page = pageRequestOf(context)
  if (page.method === 'POST' && !page.dataOnly) return null
  const flowPage = { kind, url, page }
  const settled = await reach(page, startAgain(flowPage.url), async () => {
    const outcome = await flowOfPage(flowPage, context)
    const hint = url.searchParams.get('login_hint') ?? undefined
    return outcome.kind === 'go' ? ((await otherPerson(page, hint)) ?? outcome) : outcome
  })
  return data(pack(await draw(settled, flowPage)), { status: 200 })
}

/** The action of a flow's page. */
export async function actOnFlow<K extends FlowKind>(kind: K, { request, url, context }: RouteArgs) {
  const page = pageRequestOf(context)
  const flowPage = { kind, url, page }
  const typed = await readForm(request)
  const unticked = withoutTick(typed, url)
  if (unticked !== undefined) throw redirect(unticked, 303)
  typed.delete(keptField)
  try {
    const settled = await submitOnce(flowPage, typed, () => submitFlow(flowPage, typed))
    const askedBy = settled.kind === 'draw' && !settled.wait ? backToSettings(settled.flow, url, page) : undefined
    if (askedBy !== undefined) throw redirect(askedBy, 303)
    return data(await draw(settled, flowPage), { status: settled.kind === 'draw' ? settled.status : 200 })
  } catch (error) {
    if (!isUnreachable(error)) throw error
    page.onError(error, page.requestId)
    const resend = page.source === 'foreign' ? undefined : resendOf(page, url, typed)
    const away = unreachable(page, `${flowPage.url.pathname}${flowPage.url.search}`, resend)
    if (!page.dataOnly) throw away
    const undrawn: UndrawnFlow = { notice: say('unavailable', page) }
    return data(undrawn, { status: 503 })
  }
}

async function draw<K extends FlowKind>(settled: Settled<K>, flowPage: FlowPageContext<K>): Promise<DrawnFlow<K>> {
  if (settled.kind !== 'draw') return redirectOrRefuse(settled, flowPage)
  const { url, page } = flowPage
  const { flow: offered, settings } = await withSettingsFacts(settled.flow, url, page)
  const isOver = settled.status >= 400 || settled.notice !== undefined
  const choice = isOver ? {} : chooseAccount(offered, page, url)
  const flow = withoutSecrets(localizeFlow(onToClient(filledInFor(offered, choice), url), page.t))
  const action = formAction(url, flow)
  const { wait } = settled
  const drawn = {
    flow,
    action,
    failed: settled.status >= 400,
    ...(wait && { wait }),
    ...choice,
    ...forClient(settled.flow, page),
    ...(await knownAtSecondStep(settled.flow, page)),
    ...(await laterAddress(settled.flow, page, url)),
    ...(settings && { settings }),
  }
  const notice = settled.notice ?? noticeOf(settled, flowPage)
  return notice === undefined ? drawn : { ...drawn, notice: say(notice, page) }
}

/** Throws the outcome of a call if there is no flow to draw: a redirect, or the page that says why. */
export function redirectOrRefuse(
  settled: Exclude<Settled<FlowKind>, { kind: 'draw' }>,
  { kind, url, page }: FlowPageContext<FlowKind>,
): never {
  switch (settled.kind) {
    case 'go':
      // 303: whatever was asked with, the target is to be read.
      if (settled.document && url.searchParams.has('login_challenge')) page.answer.departs = true
      throw settled.document ? redirectDocument(settled.to, 303) : redirect(inLanguageOf(url, settled.to), 303)
    case 'wait':
      throw tooMany(page, startAgain(url), settled.seconds)
    case 'other_person':
      throw signedInAs(page, settled.name, onwardAddress(url), startAfresh(url))
    case 'refuse':
      if (isSwitchedOff(settled, kind, url)) throw switchedOff(page, kind, settled.status)
      if (
        settled.status === 400 &&
        url.searchParams.has('login_challenge') &&
        settled.envelope.error.id === undefined
      ) {
        throw clientFailure(page, 'over', { reason: settled.envelope.error.reason })
      }
      throw refused(page, settled.envelope, settled.status, startAgain(url))
    default:
      return settled satisfies never
  }
}

/** A case that the service does not report: it draws the ordinary form for an organization that it does not know. */
function noticeOf(
  { flow, status }: Extract<Settled<FlowKind>, { kind: 'draw' }>,
  { kind, url }: FlowPageContext<FlowKind>,
): Notice | undefined {
  // Settings of a member have the id of the organization as well.
  const beginsSession = kind === 'login' || kind === 'registration'
  return beginsSession && status < 400 && lacksOrganization(flow, url) ? 'organization_unknown' : undefined
}

/** Of recovery and verification the wire says so without an id: no other refusal meets the start of such a flow. */
function isSwitchedOff({ envelope, status }: Extract<Settled<FlowKind>, { kind: 'refuse' }>, kind: FlowKind, url: URL) {
  const { id } = envelope.error
  if (id !== undefined) return id === 'self_service_flow_disabled'
  return status === 400 && (kind === 'recovery' || kind === 'verification') && !url.searchParams.has('flow')
}

function say(id: Notice, { t, brand }: PageRequest): SaidNotice {
  // Notices of script itself are never found on the server.
  if (isOwnNotice(id)) return { id }
  return { id, text: t(`error:notice.${id}`, { brand: brand.name }) }
}

/** Returns the address of the page from the start, with its return address. */
function startAfresh(url: URL): string {
  const query = entryQuery(url)
  return query.size === 0 ? url.pathname : `${url.pathname}?${query}`
}

/** Returns the address of the page from the start: without the flow, and without a possibly refused return address. */
function startAgain(url: URL): string {
  const query = entryQuery(url)
  query.delete('return_to')
  return query.size === 0 ? url.pathname : `${url.pathname}?${query}`
}

/**
 * Returns the target for a signed-in person, who may confirm an address later. The service has checked the target of
 * its flow. Undefined for other visitors, and on every other page.
 */
async function laterAddress(flow: Flow, page: PageRequest, url: URL): Promise<{ readonly later?: Destination }> {
  if (url.pathname !== '/verification' || flow.state !== 'sent_email') return {}
  const answer = await ask(page, (client, credentials) => client.toSession({}, credentials))
  if (answer.kind !== 'ok') return {}
  const challenge = url.searchParams.get('login_challenge')
  if (challenge !== null)
    return { later: { to: `/login?${new URLSearchParams({ login_challenge: challenge })}`, document: false } }
  return { later: toDestination(flow.return_to || '/', page.publicOrigin) }
}

/**
 * Returns the person who is signing in, and the second factor that they used last. A service may say nothing about a
 * session that lacks its second factor; then this browser knows the name that was typed, if one was.
 */
async function knownAtSecondStep(flow: Flow, page: PageRequest): Promise<Pick<DrawnFlow, 'person' | 'factor'>> {
  if (!('requested_aal' in flow) || (flow.requested_aal !== 'aal2' && !flow.refresh)) return {}
  const answer = await ask(page, (client, credentials) => client.toSession({}, credentials))
  const identity = answer.kind === 'ok' ? answer.body.identity : null
  const person = identity === null ? signingInAs(page) : (addressOf(identity) ?? personName(identity))
  const factor = lastFactor(page)
  return { ...(person !== undefined && { person }), ...(factor !== undefined && { factor }) }
}

function addressOf({ verifiable_addresses: addresses = [] }: Parameters<typeof personName>[0]): string | undefined {
  return addresses?.[0]?.value
}

/** Returns the facts about the application that a flow is for; empty if it is for none. */
function forClient(flow: Flow, { publicOrigin }: PageRequest): Pick<DrawnFlow, 'application'> {
  if (!('oauth2_login_challenge' in flow) || !flow.oauth2_login_challenge) return {}
  const query = new URLSearchParams({ login_challenge: flow.oauth2_login_challenge })
  const client = clientOf(flow.oauth2_login_request)
  return {
    application: {
      signIn: `${publicOrigin}/login?${query}`,
      ...(client && { name: clientFacts(client, []).name }),
    },
  }
}

/** Services send the request as the OAuth2 server has it; some only later. */
function clientOf(request: unknown): OAuth2Client | undefined {
  if (typeof request !== 'object' || request === null || !('client' in request)) return undefined
  const { client } = request
  const isClient = typeof client === 'object' && client !== null && 'client_id' in client
  return isClient ? (client as OAuth2Client) : undefined
}
