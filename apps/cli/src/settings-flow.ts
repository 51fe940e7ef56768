import type { IdentityClient } from '@gatehouse/client/client'
import { isInputNode, type SettingsFlow, type UiNode } from '@gatehouse/contract/flows'
import { CommandFailure } from './command-failure.ts'
import { isButton, labelOf, messagesOf, noTerminal, textOf, type Conversation } from './fill-in.ts'
import type { Localize } from './language.ts'
import { failureOf } from './native-flow.ts'

/** The session and client for the settings of one account. */
export interface SettingsSession {
  readonly client: IdentityClient
  readonly sessionToken: string
  readonly conversation: Conversation
  readonly localize: Localize
}

/** Opens the settings, or continues a flow that was begun before. */
export async function openSettings(
  { client, sessionToken, localize }: SettingsSession,
  id?: string,
): Promise<SettingsFlow> {
  const answer =
    id === undefined
      ? await client.createNativeFlow('settings', {}, { sessionToken })
      : await client.getFlow('settings', { id }, { sessionToken })
  if (answer.kind !== 'ok') throw failureOf(answer)
  return localize(answer.body)
}

/** Submits one change; the flow as it is afterwards, which may have messages. */
export async function submitSettings(
  { client, sessionToken, localize }: SettingsSession,
  { id }: SettingsFlow,
  body: URLSearchParams,
): Promise<SettingsFlow> {
  const answer = await client.updateFlow('settings', { flow: id, body }, { sessionToken })
  if (answer.kind === 'ok') return localize(answer.body)
  if (answer.kind === 'flow') return localize(answer.flow)
  throw failureOf(answer)
}

/** Returns the groups that can be changed here. */
export function groupsOf({ ui }: SettingsFlow): readonly string[] {
  return [...new Set(ui.nodes.map(({ group }) => group))].filter((group) => group !== 'default')
}

/**
 * Fills in the fields of a group and saves them, asking again for refused ones. A field keeps its value if no other is
 * given and there is no terminal to ask.
 */
export async function saveGroup(
  session: SettingsSession,
  begun: SettingsFlow,
  group: string,
  answers: ReadonlyMap<string, string>,
): Promise<SettingsFlow> {
  const given = new Map(answers)
  const { conversation } = session
  for (let flow = begun; ;) {
    const fields = flow.ui.nodes.filter((node) => isInputNode(node)).filter((node) => node.group === group)
    if (fields.length === 0)
      throw new CommandFailure(`${group} cannot be changed here. There are: ${groupsOf(flow).join(', ')}.`)
    requireFields(
      given,
      fields.map(({ attributes }) => attributes.name),
    )
    const body = new URLSearchParams({ method: group })
    for (const node of fields.filter((one) => !isButton(one) && one.attributes.type !== 'hidden')) {
      const { name, type, value } = node.attributes
      const old = textOf(value)
      const question = old === '' ? labelOf(node) : `${labelOf(node)} [${old}]`
      const answer = given.get(name) ?? (await conversation.ask(question, { hidden: type === 'password' }))
      given.delete(name)
      if (answer === undefined && old === '' && node.attributes.required === true) {
        throw noTerminal(flow, name, messagesOf(flow))
      }
      const text = answer === undefined || answer === '' ? old : answer
      if (text !== '') body.set(name, text)
    }
    flow = await submitSettings(session, flow, body)
    if (flow.state === 'success' && !hasErrors(flow)) return flow
    for (const text of messagesOf(flow)) conversation.remark(text)
    if ((await conversation.ask('Press Enter to try again', { hidden: false })) === undefined) {
      throw new CommandFailure(messagesOf(flow).join('\n'))
    }
  }
}

/** Refuses unknown fields: a misspelt one would otherwise be ignored silently. */
function requireFields(given: ReadonlyMap<string, string>, known: readonly string[]): void {
  const unknown = [...given.keys()].find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new CommandFailure(
    `There is no field ${unknown}. There are: ${known.filter((name) => name !== 'method').join(', ')}.`,
  )
}

/** Tells whether something was refused. */
export function hasErrors({ ui }: SettingsFlow): boolean {
  return [...(ui.messages ?? []), ...ui.nodes.flatMap(({ messages }) => messages)].some(({ type }) => type === 'error')
}

/** Returns the node with this id: one that is shown and not typed. */
export function shownNode({ ui }: SettingsFlow, id: string): UiNode | undefined {
  return ui.nodes.find(({ attributes }) => 'id' in attributes && attributes.id === id)
}
