import type { IdentityClient } from '@gatehouse/client/client'
import type { Query } from '@gatehouse/client/credentials'
import type { Flow, FlowByKind, SubmitResultByKind } from '@gatehouse/contract/flow'
import { isInputNode } from '@gatehouse/contract/node'
import type { InputNode } from '@gatehouse/contract/node'
import { CommandFailure, refusal } from './command-failure.ts'

/** The flows a terminal walks through. */
export type TerminalFlowKind = 'login' | 'registration'

/** How to ask the person. `undefined` means that nobody is there to answer. */
export interface Conversation {
  say(text: string): void
  ask(question: string, options: { readonly hidden: boolean }): Promise<string | undefined>
}

/** What to walk through and what is known beforehand. */
export interface NativeFlowOptions<K extends TerminalFlowKind> {
  readonly client: IdentityClient
  readonly kind: K
  readonly query?: Query
  readonly sessionToken?: string | undefined
  /** The method to use where the service offers several. */
  readonly method?: string | undefined
  /** Answers given beforehand, by field name. Each is used once, so that a refused one is asked for. */
  readonly given: ReadonlyMap<string, string>
  readonly conversation: Conversation
}

/** Walks through a native flow until the service is content: draws what it describes, asks, submits, repeats. */
export async function walkFlow<K extends TerminalFlowKind>(
  options: NativeFlowOptions<K>,
): Promise<SubmitResultByKind[K]> {
  const { client, kind, query, sessionToken } = options
  const given = new Map(options.given)
  const credentials = { sessionToken }
  const start = await client.createNativeFlow(kind, query, credentials)
  if (start.kind !== 'ok') throw failureOf(start)
  let flow: FlowByKind[K] = start.body
  for (;;) {
    const body = await fillIn(flow, options, given)
    const answer = await client.updateFlow(kind, { flow: flow.id, body }, credentials)
    if (answer.kind === 'ok') return answer.body
    if (answer.kind === 'flow') {
      flow = answer.flow
    } else if (answer.kind === 'error' && answer.envelope.use_flow_id !== undefined) {
      const next = await client.getFlow(kind, { id: answer.envelope.use_flow_id }, credentials)
      if (next.kind !== 'ok') throw failureOf(next)
      flow = next.body
    } else {
      throw failureOf(answer)
    }
  }
}

type Outcome = Awaited<ReturnType<IdentityClient['updateFlow']>>

function failureOf(answer: Outcome): CommandFailure {
  if (answer.kind === 'error' && answer.envelope.redirect_browser_to !== undefined) {
    return new CommandFailure(`This needs a browser: ${answer.envelope.redirect_browser_to}`)
  }
  if (answer.kind === 'error') return refusal(answer)
  return new CommandFailure('The identity service answered in a way a terminal cannot follow.')
}

async function fillIn(
  flow: Flow,
  { method, conversation }: Pick<NativeFlowOptions<TerminalFlowKind>, 'method' | 'conversation'>,
  given: Map<string, string>,
): Promise<URLSearchParams> {
  const inputs = flow.ui.nodes.filter((node) => isInputNode(node))
  const messages = [...(flow.ui.messages ?? []), ...inputs.flatMap((node) => node.messages)].map(({ text }) => text)
  for (const text of messages) conversation.say(text)

  const chosen = chooseMethod(inputs, method)
  const body = new URLSearchParams()
  for (const node of inputs.filter(({ group }) => group === 'default' || group === chosen)) {
    const { name, type, value } = node.attributes
    if (isButton(node) || body.has(name)) continue
    if (type === 'hidden') {
      if (name !== 'method') body.set(name, textOf(value))
      continue
    }
    const answer = given.get(name) ?? (await conversation.ask(labelOf(node), { hidden: type === 'password' }))
    given.delete(name)
    if (answer === undefined) throw new CommandFailure([...messages, `Nobody is there to say: ${name}`].join('\n'))
    if (answer !== '' || node.attributes.required === true) body.set(name, answer)
  }
  body.set('method', chosen)
  return body
}

/** The asked-for method, else the one a person would take: profile comes before credentials, password before the rest. */
function chooseMethod(inputs: readonly InputNode[], asked: string | undefined): string {
  const offered = inputs
    .filter(({ attributes }) => attributes.name === 'method' && typeof attributes.value === 'string')
    .map(({ attributes }) => String(attributes.value))
  const wished = ['profile', asked, 'password', 'code', 'totp', 'lookup_secret']
  const found = wished.find((method) => method !== undefined && offered.includes(method))
  if (found === undefined || (asked !== undefined && found !== asked && found !== 'profile')) {
    const list = [...new Set(offered)].join(', ') || 'none'
    throw new CommandFailure(`No method fits. Offered here: ${list}.`)
  }
  return found
}

/** A hidden value as a form carries it. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isButton({ attributes }: InputNode): boolean {
  return attributes.type === 'submit' || attributes.type === 'button'
}

function labelOf({ attributes, meta }: InputNode): string {
  return meta.label?.text ?? attributes.label?.text ?? attributes.name
}
