import type { Answer } from '@gatehouse/client/client'
import {
  type ContinueWith,
  type Flow,
  type FlowByKind,
  type FlowKind,
  type SubmitResultByKind,
  type SettingsFlow,
  isInputNode,
  type UiNode,
} from '@gatehouse/contract/flows'
import { rememberAccount, removeAccount, restoreAccount } from '../identity/known-accounts.server.ts'
import { ask } from '../request/ask.server.ts'
import type { Destination } from '../request/destination.server.ts'
import { formAction } from '../request/entry-query.ts'
import type { PageRequest } from '../request/page-request.ts'
import { backToSection } from '../request/section.ts'
import { nextStop } from './detours/continue-with.server.ts'
import { leave } from './detours/go-on.server.ts'
import type { Outcome } from './detours/outcome.ts'
import { readAnswer } from './detours/read-answer.server.ts'
import { hasDateTimes, withDateTimes } from './form/date-times.server.ts'
import { keepTyped } from './form/keep-typed.ts'
import { startOverField } from './form/start-over-field.ts'
import { keepForm } from './kept-form.server.ts'
import { meantBy, otherPerson } from './other-person.server.ts'
import { proofAddress } from './settings/address-proof.ts'
import { forgetField, removedParameter, restoreField } from './sign-in/chooser-address.ts'
import { noteProof } from './sign-in/second-step-cookies.server.ts'
import { type FlowPageContext, readFlow, type Settled, settle, createFlow } from './start-flow.server.ts'

/** The wire's message that something is missing. */
const missing = 4000002

/**
 * Returns a refused flow that reports every empty field of the sent form as it does the first one. A service checks one
 * method's fields after those of all methods, and names missing ones bit by bit.
 */
function withAllMissing<F extends Flow>(flow: F, typed: URLSearchParams): F {
  const { nodes } = flow.ui
  const said = nodes.flatMap(({ messages }) => messages).find(({ id }) => id === missing)
  if (said === undefined) return flow
  const isOfForm = ({ group }: UiNode) => group === 'default' || group === typed.get('method')
  const marked = nodes.map((node) => {
    if (!isInputNode(node) || !isOfForm(node) || node.messages.length > 0) return node
    const { name, required, type } = node.attributes
    const isEmpty = type !== 'hidden' && typed.has(name) && typed.getAll(name).at(-1) === ''
    if (!isEmpty || required !== true) return node
    return { ...node, messages: [{ ...said, context: { property: name.split('.').at(-1) ?? name } }] }
  })
  return { ...flow, ui: { ...flow.ui, nodes: marked } }
}

/** Sends a submitted form to the identity service, and decides the next page. */
export async function submitFlow<K extends FlowKind>(
  flowPage: FlowPageContext<K>,
  form: URLSearchParams,
): Promise<Settled<K>> {
  const named = withNamedMethod(flowPage.kind, form)
  const flow = flowPage.url.searchParams.get('flow')
  // The anti-CSRF token of the flow is the real guard; a form of another site need not get that far.
  if (flowPage.page.source === 'foreign')
    return settle(flowPage, { kind: 'restart', notice: 'foreign_form', status: 403 })
  if (flow === null || flow === '') return settle(flowPage, { kind: 'restart', notice: 'unknown_flow', status: 400 })

  if (named.has(startOverField)) return startOver(flowPage, flow)
  if (named.has(forgetField)) {
    removeAccount(flowPage.page, named.get(forgetField) ?? '')
    return { kind: 'go', to: chooserAfter(flowPage.url, true), document: false }
  }
  if (named.has(restoreField)) {
    restoreAccount(flowPage.page, named.get(restoreField) ?? '')
    return { kind: 'go', to: chooserAfter(flowPage.url, false), document: false }
  }

  const { kind, page } = flowPage
  const body = await withCompleteDateTimes(flowPage, flow, named)
  const answer = await ask(page, (client, credentials) => client.updateFlow(kind, { flow, body }, credentials))
  const outcome = readAnswer(answer, { ...flowPage, phase: 'submit' }, (ok) => afterSuccess(flowPage, ok.body))
  if (outcome.kind === 'wait') return waiting(flowPage, flow, body, outcome)
  if (isSignedInAlready(answer)) return (await otherPerson(page, meantBy(body))) ?? settle(flowPage, outcome)
  const settled = await settle(flowPage, outcome)
  if (settled.kind === 'go' && isSignIn(kind)) {
    noteProof(page, body)
    if (answer.kind === 'ok') noteAccount(page, answer.body, body)
  }
  if (settled.kind === 'go' && asksToSignIn(settled.to, page)) keepForm(page, flow, body)
  if (settled.kind !== 'draw') return settled
  if (settled.flow.id !== flow) return { ...settled, flow: keepTyped(settled.flow, body) }
  if (!hasError(settled.flow)) return nextStep(flowPage, settled.flow)
  if (await isNeedless(flowPage, settled.flow)) {
    return (await otherPerson(page, meantBy(body))) ?? leave(flowPage.url, page)
  }
  // Not every refusal returns the input: a sign-up with a known address leaves the fields as they were.
  return { ...settled, flow: withAllMissing(keepTyped(settled.flow, body), body) }
}

/** The same sign-in after its list of accounts was changed. */
function chooserAfter({ pathname, searchParams }: URL, isRemoved: boolean): string {
  const query = new URLSearchParams(searchParams)
  query.delete(removedParameter)
  if (isRemoved) query.set(removedParameter, 'account')
  return `${pathname}?${query}`
}

/** Returns the same form with its input, and with the wait of its button. */
async function waiting<K extends FlowKind>(
  flowPage: FlowPageContext<K>,
  flowId: string,
  body: URLSearchParams,
  outcome: Extract<Outcome, { kind: 'wait' }>,
): Promise<Settled<K>> {
  const known = await readFlow(flowPage, flowId)
  if (known.kind !== 'draw') return outcome
  const { seconds } = outcome
  flowPage.page.answer.headers.set('Retry-After', String(seconds))
  const { messages: _before, ...ui } = known.flow.ui
  const name = body.has('resend') ? 'resend' : 'method'
  return {
    kind: 'draw',
    flow: keepTyped({ ...known.flow, ui }, body),
    status: 429,
    notice: 'too_often',
    wait: { seconds, button: { name, value: body.get(name) ?? '' } },
  }
}

/** Whether the session had ended when the form was sent. A person who only confirms theirs is asked to refresh it. */
function asksToSignIn(to: string, { publicOrigin }: PageRequest): boolean {
  const { origin, pathname, searchParams } = new URL(to, publicOrigin)
  return origin === publicOrigin && pathname === '/login' && !searchParams.has('refresh') && !searchParams.has('aal')
}

function isSignIn(kind: FlowKind): boolean {
  return kind === 'login' || kind === 'registration'
}

/** Remembers the account if a sign-in or a sign-up has created a session. */
function noteAccount(page: PageRequest, result: SubmitResultByKind[FlowKind], body: URLSearchParams): void {
  if ('session' in result && result.session) rememberAccount(page, result.session, body.get('identifier') ?? undefined)
}

function isSignedInAlready(answer: Answer<unknown>): boolean {
  return answer.kind === 'error' && answer.envelope.error.id === 'session_already_available'
}

/**
 * Continues with the next step of the same flow: a code to enter, a method to choose. Script draws it at once; a
 * document is requested again, so that reloading it does not send the form again.
 */
function nextStep<K extends FlowKind>({ url, page }: FlowPageContext<K>, flow: FlowByKind[K]): Settled<K> {
  if (page.dataOnly) return { kind: 'draw', flow, status: 200 }
  return { kind: 'go', to: backToSection(formAction(url, flow), url), document: false }
}

/**
 * A sign-in that another tab has finished meanwhile is answered with a message that only says that something was wrong
 * with the form. Nothing is: there is simply nothing left to do.
 */
async function isNeedless({ kind, page }: FlowPageContext<FlowKind>, flow: Flow): Promise<boolean> {
  const isFirstFactor = kind === 'login' && 'refresh' in flow && !flow.refresh && flow.requested_aal === 'aal1'
  const isVague = (flow.ui.messages ?? []).some(({ id }) => id === malformedSubmission)
  if (!isFirstFactor || !isVague) return false
  const answer = await ask(page, (client, credentials) => client.toSession({}, credentials))
  return answer.kind === 'ok'
}

/** The wire's message for a submission that could not be understood. */
const malformedSubmission = 4000001

/** A body that is no form counts as an empty one: the identity service then names the missing fields. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('Content-Type') ?? ''
  if (!type.toLowerCase().startsWith('application/x-www-form-urlencoded')) return new URLSearchParams()
  return new URLSearchParams(await request.text())
}

function afterSuccess<K extends FlowKind>(
  { kind, page, url }: FlowPageContext<K>,
  result: SubmitResultByKind[FlowKind],
): Outcome<K> {
  const held = kind === 'settings' && 'identity' in result && 'ui' in result ? proofAddress(result, url) : undefined
  if (held !== undefined) return { kind: 'go', to: held, document: false }
  const items = itemsOf(kind, result)
  const next = nextStop(items, page.publicOrigin)
  const stop = next === undefined ? undefined : { ...next, to: backToSection(next.to, url) }
  const flow = parseFlow(kind, result)
  if (flow === undefined) return { kind: 'go', ...acceptLoginRequest(url, stop ?? { to: '/', document: false }) }
  // A wrong code is answered 200, with the refusal among the messages.
  return stop === undefined || hasError(flow) ? { kind: 'draw', flow, status: 400 } : { kind: 'go', ...stop }
}

/**
 * Continues a sign-up for an application at the sign-in page if the service sends no way back, as Ory Kratos 1.3 does.
 * A verification comes first, and keeps the challenge; a target that carries the verifier is a way back.
 */
function acceptLoginRequest(url: URL, stop: Destination): Destination {
  const challenge = url.searchParams.get('login_challenge')
  if (challenge === null || stop.to.includes('login_verifier=')) return stop
  const query = new URLSearchParams({ login_challenge: challenge })
  if (stop.to.startsWith('/verification?')) return { to: `${stop.to}&${query}`, document: false }
  return { to: `/login?${query}`, document: false }
}

function itemsOf(kind: FlowKind, result: SubmitResultByKind[FlowKind]): readonly ContinueWith[] | null | undefined {
  if (kind === 'settings' && 'identity' in result && 'ui' in result) return announcedAnew(result)
  return 'continue_with' in result ? result.continue_with : undefined
}

/** Settings, recovery and verification answer with their flow; a kind's answer never holds another kind's flow. */
function parseFlow<K extends FlowKind>(_kind: K, result: SubmitResultByKind[FlowKind]): FlowByKind[K] | undefined {
  return 'ui' in result ? (result as FlowByKind[K]) : undefined
}

function hasError({ ui }: Flow): boolean {
  const messages = [...(ui.messages ?? []), ...ui.nodes.flatMap((node) => node.messages)]
  return messages.some(({ type }) => type === 'error')
}

/**
 * Returns the next steps after saved settings, without the verification of an address that existed before the page was
 * opened: Ory Kratos 1.3 announces every unconfirmed address after every save, and a person who saved a name needs to
 * see that it was saved. The address of a change is younger than the flow.
 */
function announcedAnew(flow: SettingsFlow): readonly ContinueWith[] {
  // Some engines keep the time of an address by the second, that of a flow more exactly.
  const opened = Math.floor(Date.parse(flow.issued_at) / 1000) * 1000
  const old = (flow.identity.verifiable_addresses ?? []).filter(
    ({ created_at: created }) => created !== undefined && Date.parse(created) < opened,
  )
  return (flow.continue_with ?? []).filter(
    (item) =>
      item.action !== 'show_verification_ui' || !old.some(({ value }) => value === item.flow.verifiable_address),
  )
}

/**
 * Returns the form as the identity service expects it. The buttons that choose the target of a second factor's code
 * send the address alone, while each submission has to name its method; a plain form cannot send both by one button.
 */
function withNamedMethod(kind: FlowKind, form: URLSearchParams): URLSearchParams {
  if (kind !== 'login' || !form.has('address') || form.has('method')) return form
  return new URLSearchParams([...form, ['method', 'code']])
}

/** Returns the form with complete date-times. Only a form that has some is worth the question for its flow. */
async function withCompleteDateTimes<K extends FlowKind>(
  flowPage: FlowPageContext<K>,
  flowId: string,
  form: URLSearchParams,
): Promise<URLSearchParams> {
  if (!hasDateTimes(form)) return form
  const known = await readFlow(flowPage, flowId)
  return known.kind === 'draw' ? withDateTimes(form, known.flow) : form
}

/**
 * Creates a new flow on its first screen, filled in from the flow before: a person who sees a wrong address in "enter
 * the code we sent to …" corrects it, and types nothing else again.
 */
async function startOver<K extends FlowKind>(flowPage: FlowPageContext<K>, before: string): Promise<Settled<K>> {
  const [known, fresh] = await Promise.all([readFlow(flowPage, before), createFlow(flowPage)])
  const settled = await settle(flowPage, fresh)
  if (settled.kind !== 'draw' || known.kind !== 'draw') return settled
  return { ...settled, flow: keepTyped(settled.flow, valuesOf(known.flow)) }
}

/** Returns the values that a flow carries from screen to screen, by the names of its fields. */
function valuesOf({ ui }: Flow): URLSearchParams {
  return new URLSearchParams(
    ui.nodes.flatMap((node) => {
      if (!isInputNode(node)) return []
      const { name, value } = node.attributes
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[name, String(value)]]
        : []
    }),
  )
}
