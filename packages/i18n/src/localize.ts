import { type AccountRule, accountRuleIn, organizationRuleOf } from '@gatehouse/contract/account'
import type { Flow, Message, MessageContext, NodeAttributes, UiNode } from '@gatehouse/contract/flows'
import { missingValue } from './create-translator.ts'
import type { SayAny } from './text-keys.ts'

type SayMessage = SayAny<'messages'>

/** The number that decides a message's plural form, by message id. */
const countKeys: Readonly<Record<number, string>> = {
  4000003: 'min_length',
  4000017: 'max_length',
  4000023: 'max_items',
  4000024: 'min_items',
  4000032: 'min_length',
  4000033: 'max_length',
  4000034: 'breaches',
}

const traitTitle = 1070002
/** A sign-in name and a password that do not belong together; the text names the email if that is the sign-in name. */
const wrongPassword = 4000006
/** "Must equal a constant"; if that is `true`, the field is a box to tick. */
const mustEqual = 4000029
/** A reason in the service's words; of those of an organization it says which one. */
const reasonGiven = 4000001

/**
 * Translates a message into the language of `t`. An id without a translation, or one with values missing, keeps the
 * service's text.
 */
export function localizeMessage(message: Message, t: SayMessage, now: number = Date.now()): Message {
  const rule = accountRuleIn(message)
  // In another language the text does not tell the rule any more.
  const context =
    (message.context || rule) && localizeNested({ ...message.context, ...(rule && { account_rule: rule }) }, t, now)
  return { ...message, ...(context && { context }), text: textOf(message, t, now) }
}

/** Translates every message, label and title of a flow into the language of `t`. */
export function localizeFlow<F extends Flow>(flow: F, t: SayMessage, now: number = Date.now()): F {
  const say = (message: Message) => localizeMessage(message, t, now)
  const sayOfForm = (message: Message) =>
    message.id === wrongPassword && signsInByOtherName(flow.ui.nodes)
      ? { ...say(message), text: lookUp(`${wrongPassword}.other_name`, message, t, {}) }
      : say(message)
  return {
    ...flow,
    ui: {
      ...flow.ui,
      nodes: flow.ui.nodes.map((node) => localizeNode(node, say)),
      ...(flow.ui.messages && { messages: flow.ui.messages.map(sayOfForm) }),
    },
  }
}

/**
 * Tells whether people sign in with an identifier other than an email: by the field, else by the text that was typed
 * into it.
 */
function signsInByOtherName(nodes: readonly UiNode[]): boolean {
  for (const { attributes, meta } of nodes) {
    if (attributes.node_type !== 'input' || attributes.name !== 'identifier') continue
    const trait = meta.label?.id === traitTitle ? meta.label.context?.['name'] : undefined
    if (typeof trait === 'string') return !trait.toLowerCase().includes('mail')
    return typeof attributes.value === 'string' && attributes.value !== '' && !attributes.value.includes('@')
  }
  return false
}

function localizeNode(node: UiNode, say: (message: Message) => Message): UiNode {
  return {
    ...node,
    attributes: localizeAttributes(node.attributes, say),
    messages: node.messages.map(say),
    meta: node.meta.label ? { ...node.meta, label: say(node.meta.label) } : node.meta,
  }
}

function localizeAttributes(attributes: NodeAttributes, say: (message: Message) => Message): NodeAttributes {
  switch (attributes.node_type) {
    case 'input':
      return {
        ...attributes,
        ...(attributes.label && { label: say(attributes.label) }),
        ...(attributes.options && {
          options: attributes.options.map((option) =>
            option.label ? { ...option, label: say(option.label) } : option,
          ),
        }),
      }
    case 'text':
      return { ...attributes, text: say(attributes.text) }
    case 'a':
      return { ...attributes, title: say(attributes.title) }
    case 'img':
    case 'script':
    case 'div':
      return attributes
    default:
      // A type of a newer service: its meaning is unknown, so it stays as it came.
      return attributes satisfies never
  }
}

function textOf(message: Message, t: SayMessage, now: number): string {
  const values = { ...valuesOf(message.context ?? {}, now), text: message.text }
  if (message.id === traitTitle) {
    const name = message.context?.['name']
    return typeof name === 'string' && name !== '' ? lookUp(name, message, t, values) : message.text
  }
  if (message.id === mustEqual && message.context?.['expected'] === 'true')
    return lookUp('4000029.true', message, t, values)
  const rule = message.id === reasonGiven ? organizationRuleOf(message.context?.['organization_rule']) : undefined
  if (rule !== undefined) return lookUp(`${reasonGiven}.${rule}`, message, t, values)
  const accountRule = accountRuleIn(message)
  if (accountRule === 'proof_without_session') return withParagraph(message, accountRule, t, values)
  // The same of an address and of a phone number.
  const id = accountRule === 'earlier_access_removed' ? 1080002 : message.id
  if (accountRule !== undefined) return lookUp(`${id}.${accountRule}`, message, t, values)
  const countKey = countKeys[message.id]
  const count = countKey === undefined ? values.minutes : Number(message.context?.[countKey] ?? Number.NaN)
  return lookUp(String(message.id), message, t, { ...values, ...(Number.isFinite(count) && { count }) })
}

/** Joins the text of a message and that of `rule` below it: two paragraphs. */
function withParagraph(message: Message, rule: AccountRule, t: SayMessage, values: Record<string, unknown>): string {
  const paragraphs = [String(message.id), rule].map((key) => lookUp(key, message, t, values))
  return paragraphs.includes(message.text) ? message.text : paragraphs.join('\n')
}

function lookUp(key: string, message: Message, t: SayMessage, values: Record<string, unknown>): string {
  // The service's text never goes through i18next: a text that a person typed may look like a placeholder.
  const text = t(`messages:${key}`, { ...values, defaultValue: missingValue })
  return text === '' || text.includes(missingValue) ? message.text : text
}

/** Returns context values in the catalogues' form: instants as dates, and the minutes that are left until one. */
function valuesOf(context: MessageContext, now: number): Record<string, unknown> & { readonly minutes?: number } {
  const values: Record<string, unknown> = { ...context }
  for (const [key, value] of Object.entries(context)) {
    if (typeof value === 'string' && key.endsWith('_at') && !Number.isNaN(Date.parse(value)))
      values[key] = new Date(value)
  }
  const until = values['privileged_session_expires_at']
  return until instanceof Date
    ? { ...values, minutes: Math.max(0, Math.ceil((until.getTime() - now) / 60_000)) }
    : values
}

/** Messages inside a message: the backup codes of a list. */
function localizeNested(context: MessageContext, t: SayMessage, now: number): MessageContext {
  const nested = context['secrets']
  if (!Array.isArray(nested)) return context
  return {
    ...context,
    secrets: nested.map((entry: unknown) => (isMessage(entry) ? localizeMessage(entry, t, now) : entry)),
  }
}

function isMessage(value: unknown): value is Message {
  return (
    typeof value === 'object' && value !== null && 'id' in value && 'text' in value && typeof value.text === 'string'
  )
}
