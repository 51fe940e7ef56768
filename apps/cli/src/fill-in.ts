import { isInputNode, type Flow, type InputNode } from '@gatehouse/contract/flows'
import { CommandFailure } from './command-failure.ts'

/** How to ask the person. `undefined` means that there is no terminal to ask. */
export interface Conversation {
  say(text: string): void
  /** Shows a text before a question. Without a terminal, it comes with the reason for stopping instead. */
  remark(text: string): void
  ask(question: string, options: { readonly hidden: boolean }): Promise<string | undefined>
}

/** How a form is filled in. */
export interface FillIn {
  /** The method to use if the service offers several. */
  readonly method?: string | undefined
  readonly conversation: Conversation
}

/**
 * Fills in the fields of a flow: from given values, else by asking. Fails with an explanation if there is no terminal.
 */
export async function fillIn(
  flow: Flow,
  { method, conversation }: FillIn,
  given: Map<string, string>,
): Promise<URLSearchParams> {
  const inputs = flow.ui.nodes.filter((node) => isInputNode(node))
  const messages = messagesOf(flow)
  for (const text of messages) conversation.remark(text)

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
    if (answer === undefined) throw noTerminal(flow, name, messages)
    if (answer !== '' || node.attributes.required === true) body.set(name, answer)
  }
  const choices = inputs.filter((node) => isChoice(node) && node.group === chosen)
  if (choices.length > 0) body.set(...(await choose(flow, choices, given, conversation)))
  body.set('method', chosen)
  return body
}

/** Buttons that are the answer: which of several addresses gets a code. */
function isChoice(node: InputNode): boolean {
  return isButton(node) && ['address', 'recovery_select_address'].includes(node.attributes.name)
}

async function choose(
  flow: Flow,
  choices: readonly InputNode[],
  given: Map<string, string>,
  conversation: Conversation,
): Promise<[name: string, value: string]> {
  const [first] = choices
  const name = first?.attributes.name ?? ''
  const list = choices.map((node, index) => `${index + 1}: ${labelOf(node)}`)
  const answer =
    choices.length === 1 ? '1' : (given.get(name) ?? (await conversation.ask(list.join('  '), { hidden: false })))
  given.delete(name)
  if (answer === undefined) throw noTerminal(flow, name, list)
  const chosen = choices.find(({ attributes }) => textOf(attributes.value) === answer) ?? choices[Number(answer) - 1]
  if (chosen === undefined) throw new CommandFailure(`There is no ${answer}. Choose one of: ${list.join('  ')}`)
  return [name, textOf(chosen.attributes.value)]
}

/** Returns the service's messages about a form in its current state. */
export function messagesOf(flow: Flow): readonly string[] {
  return allMessages(flow).map(({ text }) => text)
}

function allMessages({ ui }: Flow) {
  return [...(ui.messages ?? []), ...ui.nodes.flatMap((node) => node.messages)]
}

/** Returns the failure for a question that no person is there to answer. A program can continue with the same flow. */
export function noTerminal(flow: Flow, name: string, remarks: readonly string[]): CommandFailure {
  const way = `Nobody is there to say: ${name}\nGo on with: --flow ${flow.id} --field ${name}=…`
  const messages = allMessages(flow).map(({ id, text }) => ({ id, text }))
  // An answer that was given and refused is no question that was forgotten.
  const kind = allMessages(flow).some(({ type }) => type === 'error') ? 'failed' : 'answer_needed'
  return new CommandFailure([...remarks, way].join('\n'), { kind, flow: flow.id, field: name, messages })
}

/**
 * Chooses the requested method, else the one a person would take: profile comes before credentials, password before the
 * rest.
 */
function chooseMethod(inputs: readonly InputNode[], asked: string | undefined): string {
  const offered = inputs
    .filter(({ attributes }) => attributes.name === 'method' && typeof attributes.value === 'string')
    .map(({ attributes }) => String(attributes.value))
    .concat(inputs.some(isChoice) ? ['code'] : [])
  const wished = ['profile', asked, 'password', 'code', 'totp', 'lookup_secret', 'link']
  const found = wished.find((method) => method !== undefined && offered.includes(method))
  if (found === undefined || (asked !== undefined && found !== asked && found !== 'profile')) {
    const list = [...new Set(offered)].join(', ') || 'none'
    throw new CommandFailure(`No method fits. Offered here: ${list}.`)
  }
  return found
}

/** Returns a value as a form carries it. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Submits and buttons hold no answer. */
export function isButton({ attributes }: InputNode): boolean {
  return attributes.type === 'submit' || attributes.type === 'button'
}

/** Returns the label of a field. */
export function labelOf({ attributes, meta }: InputNode): string {
  return meta.label?.text ?? attributes.label?.text ?? attributes.name
}
