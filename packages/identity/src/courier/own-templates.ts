import type { IdentityConfig, MessageTexts } from '../configuration/config.ts'
import { JsonnetAbsent, programText } from '../jsonnet/jsonnet.ts'
import { type ExecuteTemplates, TemplateFault } from './execute-templates.ts'
import type { OutboxMessage } from './message.ts'
import type { OutageLog } from './outages.ts'
import type { RenderedMessage } from './render.ts'

type Part = keyof MessageTexts

/** TABLE: the parts of a message that templates write, by its kind. */
const partsOf: Readonly<Record<OutboxMessage['type'], readonly Part[]>> = {
  email: ['subject', 'body', 'html'],
  phone: ['sms'],
}

/** A message with its built-in texts, and the data of its templates. */
type Dressable = RenderedMessage & Pick<OutboxMessage, 'type' | 'templateType' | 'templateData' | 'usesTemplates'>

/** The operator's templates of messages. */
export interface OwnTemplates {
  /** True if there is any. */
  readonly areThere: boolean
  /** Checks that there is one for this kind of message. */
  has(type: OutboxMessage['type'], template: string): boolean
  /**
   * Replaces the built-in texts of a message by those of the operator's templates, if it uses them. If a template
   * fails, the built-in texts stay, so that a code reaches its person; the log and `templateFault` say why. It never
   * rejects.
   */
  inOwnWords<Message extends Dressable>(message: Message): Promise<Message & { readonly templateFault?: string }>
}

/** Creates the operator's templates of a project. */
export function createOwnTemplates(
  templates: IdentityConfig['courier']['templates'],
  execute: ExecuteTemplates,
  log: OutageLog,
): OwnTemplates {
  const parts = (type: OutboxMessage['type'], template: string) =>
    partsOf[type].flatMap((part) => {
      const own = templates[template]?.[part]
      return own === undefined ? [] : [{ part, own }]
    })

  async function textsOf({ type, templateType, templateData }: Dressable) {
    const own = parts(type, templateType)
    const values = templateValues(templateData)
    const jobs = own.map(async ({ part, own: { main, files } }) => {
      const texts = files.map(async ({ name, text }) => ({ name, text: await programText(text) }))
      return { main, files: await Promise.all(texts), html: part === 'html', values }
    })
    const done = await execute(await Promise.all(jobs))
    const texts: Partial<Record<Part, string>> = {}
    for (const [index, { part, own: of }] of own.entries()) {
      const { text = '', fault } = done[index] ?? {}
      if (fault !== undefined) throw new TemplateFault(`${of.origin}: ${templateFaultText(fault)}`)
      texts[part] = text
    }
    return texts
  }

  return {
    areThere: Object.keys(templates).length > 0,
    has: (type, template) => parts(type, template).length > 0,
    inOwnWords: async (message) => {
      if (message.usesTemplates !== true || parts(message.type, message.templateType).length === 0) return message
      try {
        return { ...message, ...dressed(message, await textsOf(message)) }
      } catch (error) {
        const reason =
          error instanceof TemplateFault || error instanceof JsonnetAbsent
            ? error.message
            : 'a template could not be executed'
        const templateFault = `The built-in text was sent in the place of the own one. ${reason}`
        log.warn({}, `${message.templateType}: ${templateFault}`)
        return { ...message, templateFault }
      }
    },
  }
}

function dressed(
  built: Dressable,
  { subject = built.subject, body, html, sms }: Partial<Record<Part, string>>,
): RenderedMessage {
  if (built.type === 'phone') return { ...built, body: sms?.trim() ?? built.body }
  return {
    // A line break in a subject would begin another header.
    subject: subject.replace(/\s+/g, ' ').trim(),
    body: body ?? built.body,
    // An operator's text without HTML must not be combined with the built-in HTML.
    html: html ?? (body === undefined ? built.html : ''),
  }
}

/**
 * Returns the values of a template (`.Name`) for the data of a Jsonnet body: Kratos' templates get the same values
 * under the names of its fields in Go (`recovery_url` is `.RecoveryURL`).
 */
export function templateValues(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [fieldName(name), value]))
}

function fieldName(name: string): string {
  return name
    .split('_')
    .map((word) => (word === 'url' ? 'URL' : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')
}

const position = /^(?:html\/)?template: ?([^:]+)(?::(\d+))?(?::\d+)?: ?(?:executing ".*?" at )?(.*)$/s

/** Returns a template's fault for operators: `email.body.gotmpl, line 3: function "nope" not defined`. */
export function templateFaultText(fault: string): string {
  const [, name, line, reason] = position.exec(fault) ?? []
  if (name === undefined || reason === undefined) return fault.slice(0, 500)
  // The parser state of html/template is useful to its authors only.
  const said = reason.replace(/: \{state.*$/s, '')
  return `${name}${line === undefined ? '' : `, line ${line}`}: ${said}`.slice(0, 500)
}
