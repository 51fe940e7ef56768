import { createFairQueue } from '@gatehouse/platform/work'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { configurationBounds } from '../configuration/bounds.ts'
import type { HttpCallConfig, MessageTemplate, MessageTexts } from '../configuration/config.ts'
import { messageKinds, messageTexts, type ownTemplates } from '../configuration/courier.ts'
import type { httpCall } from '../configuration/http-call.ts'
import { readNamedText, type DocumentOrigin } from '../configuration/schema-document.ts'
import { loadCall } from '../configuration/web-hooks.ts'
import type { TemplateFiles } from '../engine/job.ts'
import { createLaneRunner } from '../engine/threads.ts'
import { createTemplates, TemplateFault } from './execute-templates.ts'
import { isTemplateName } from './mail-texts.ts'
import type { OutgoingMessage } from './message.ts'
import { templateData } from './template-data.ts'
import { templateFaultText, templateValues } from './own-templates.ts'

interface CourierFile {
  readonly delivery_strategy: 'smtp' | 'http'
  readonly http: { readonly request_config?: z.output<typeof httpCall> | undefined }
  readonly channels: readonly { readonly id: 'sms' | 'email'; readonly request_config: z.output<typeof httpCall> }[]
  readonly template_override_path?: string | undefined
  readonly templates: z.output<typeof ownTemplates>
}

/** The loaded channels and texts, with their files. With a fault the configuration cannot be used. */
export interface LoadedCourier {
  readonly channels: { readonly email?: HttpCallConfig; readonly sms?: HttpCallConfig }
  readonly templates: Readonly<Record<string, MessageTexts>>
  readonly faults: readonly string[]
}

/** Reads the Jsonnet bodies of channels and the texts that replace the built-in ones. */
export async function loadCourier(file: CourierFile, origin: DocumentOrigin): Promise<LoadedCourier> {
  const faults: string[] = []
  const channels: { email?: HttpCallConfig; sms?: HttpCallConfig } = {}
  const given = file.channels.map(({ id, request_config: call }, index) => ({ id, call, path: `channels.${index}` }))
  if (file.delivery_strategy === 'http') {
    const call = file.http.request_config
    if (call) given.unshift({ id: 'email', call, path: 'http' })
    else faults.push('courier.http.request_config is missing: delivery_strategy is http')
  }
  for (const [index, { id, call, path }] of given.entries()) {
    const last = given.findLastIndex((other) => other.id === id)
    if (last !== index) origin.note?.(`courier.${path} has no effect: courier.${given[last]?.path} has the same id`)
    const loaded = await loadCall(`courier.${path}.request_config`, call, origin)
    faults.push(...loaded.faults)
    channels[id] = loaded.call
  }
  const loaded = await loadTemplates(file, origin)
  return { channels, templates: loaded.templates, faults: [...faults, ...loaded.faults] }
}

interface TemplatePart {
  /** The name that Kratos gives the file. */
  readonly file: string
  /** The beginning of file names that it may include. */
  readonly prefix: string
  readonly of: (texts: z.output<typeof messageTexts>) => string | undefined
}

/** TABLE: the parts of a message, as files of a folder and as keys of the configuration. */
const parts: Readonly<Record<keyof MessageTexts, TemplatePart>> = {
  subject: { file: 'email.subject.gotmpl', prefix: 'email.subject', of: ({ email }) => email?.subject },
  body: {
    file: 'email.body.plaintext.gotmpl',
    prefix: 'email.body.plaintext',
    of: ({ email }) => email?.body.plaintext,
  },
  html: { file: 'email.body.gotmpl', prefix: 'email.body', of: ({ email }) => email?.body.html },
  sms: { file: 'sms.body.gotmpl', prefix: 'sms.body', of: ({ sms }) => sms?.body.plaintext },
}

interface GivenTexts {
  /** The name of the message. */
  readonly name: string
  /** Its path below `courier.templates`, and in a folder of templates. */
  readonly path: readonly string[]
  readonly texts: z.output<typeof messageTexts> | undefined
}

function givenTexts({ templates: given }: CourierFile): readonly GivenTexts[] {
  const ofKinds = messageKinds.flatMap((kind) =>
    (['valid', 'invalid'] as const).map((validity) => ({
      name: `${kind}_${validity}`,
      path: [kind, validity],
      texts: given[kind]?.[validity],
    })),
  )
  const alone = 'verifiable_address_changed'
  return [...ofKinds, { name: alone, path: [alone], texts: given[alone] }]
}

/**
 * Loads the templates. `courier.templates.…` names texts one by one; `template_override_path` is a folder as in Kratos.
 */
async function loadTemplates(file: CourierFile, origin: DocumentOrigin) {
  const faults: string[] = []
  const found: Record<string, MessageTexts> = {}
  const folder = await templateFolder(file.template_override_path, origin)
  let isLost = false
  for (const { name, path, texts } of givenTexts(file)) {
    const own: { -readonly [Part in keyof MessageTexts]: MessageTexts[Part] } = {}
    for (const [part, row] of Object.entries(parts) as [keyof MessageTexts, TemplatePart][]) {
      const named = row.of(texts ?? messageTexts.parse({}))
      const at = `courier.templates.${path.join('.')} ${part}`
      const read = await (
        named === undefined ? readFolder(folder && join(folder, ...path), row) : readNamed(at, named, row.file, origin)
      ).catch((error: unknown) => error)
      if (read instanceof Error) faults.push(`${named === undefined ? folderKey : at} ${read.message}`)
      else if (read !== undefined) own[part] = read as MessageTemplate
    }
    if (Object.keys(own).length === 0) continue
    found[name] = own
    // A template that never ends would use up its whole limit for each of them.
    if (isLost) continue
    const checked = await checkTemplates(name, own)
    faults.push(...checked.faults)
    checked.warnings.forEach((warning) => origin.note?.(warning))
    isLost = checked.isLost
  }
  return { templates: found, faults }
}

const folderKey = 'courier.template_override_path'

/** Returns the folder of templates: from the working directory, as in Ory Kratos, or else from the configuration's. */
async function templateFolder(
  named: string | undefined,
  { baseDir, workingDir = baseDir, note = () => {} }: DocumentOrigin,
): Promise<string | undefined> {
  if (named === undefined) return undefined
  for (const folder of [resolve(workingDir, named), resolve(baseDir, named)]) {
    if ((await stat(folder).catch(() => undefined))?.isDirectory() === true) return folder
  }
  note(`${folderKey}: there is no folder ${resolve(workingDir, named)}; the built-in texts are sent`)
  return undefined
}

async function readNamed(at: string, source: string, main: string, origin: DocumentOrigin): Promise<MessageTemplate> {
  return { origin: at, main, files: [{ name: main, text: await readNamedText(at, source, origin) }] }
}

/** Reads a file, with the files that it may include; nothing: it does not exist. Throws an Error with the reason. */
async function readFolder(
  folder: string | undefined,
  { file: main, prefix }: TemplatePart,
): Promise<MessageTemplate | undefined> {
  if (folder === undefined) return undefined
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => !entry.isDirectory() && entry.name.startsWith(prefix)).map(({ name }) => name)
  if (!names.includes(main)) return undefined
  const { templateFiles, document } = configurationBounds
  if (names.length > templateFiles) throw new Error(`(${folder}) has more than ${templateFiles} files ${prefix}*`)
  const files = await Promise.all(
    names.toSorted().map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
  )
  const large = files.find(({ text }) => text.length > document)
  if (large !== undefined) throw new Error(`(${join(folder, large.name)}) has more than ${document} characters`)
  return { origin: `${folderKey} (${folder})`, main, files }
}

/** The faults and warnings of a message's templates: a fault makes them unusable, a warning means one is never used. */
interface CheckedTemplates {
  readonly faults: readonly string[]
  readonly warnings: readonly string[]
  /** True if none of them was checked, as they took too long. */
  readonly isLost: boolean
}

/** A separate lane that checks one set after another over all projects: neither start nor change needs to be quick. */
const lane = createFairQueue({ slots: 1, slotsOfLane: 1, waitingOfLane: 100, timeoutMs: 60_000 }).lane()
const execute = createTemplates(createLaneRunner(lane))

/**
 * Compiles the templates of a kind of message and executes them with an example: only the execution checks the position
 * of values in HTML. A failure for want of a trait is no fault: another account may have it.
 */
async function checkTemplates(template: string, texts: MessageTexts): Promise<CheckedTemplates> {
  const parts = (Object.entries(texts) as readonly (readonly [keyof MessageTexts, MessageTemplate])[]).flatMap(
    ([part, template]) => (isThere(template) ? [[part, template] as const] : []),
  )
  const values = (part: keyof MessageTexts) => exampleValues(template, part === 'sms' ? 'phone' : 'email')
  const jobs = parts.map(([part, { main, files }]) => ({ main, files, html: part === 'html', values: values(part) }))
  try {
    const faults: string[] = []
    const warnings: string[] = []
    for (const [index, { fault, certain, compiled }] of (await execute(jobs)).entries()) {
      const [part, of] = parts[index] ?? []
      if (fault === undefined || certain !== true || part === undefined || of === undefined) continue
      const line = `${of.origin}: ${templateFaultText(fault)}`
      if (compiled !== true) faults.push(line)
      else if (isTemplateName(template)) warnings.push(`${line}; there are ${namesOf(values(part))}. ${consequence}`)
    }
    return { faults, warnings, isLost: false }
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error
    const origins = [...new Set(parts.map(([, { origin }]) => origin))].join(', ')
    return { faults: [`${origins}: ${error.message}`], warnings: [], isLost: true }
  }
}

/** Checks that all files are loaded. A template that its address has not delivered yet is not checked. */
function isThere(template: MessageTemplate): template is MessageTemplate & { readonly files: TemplateFiles['files'] } {
  return template.files.every(({ text }) => typeof text === 'string')
}

const consequence = 'The built-in text is sent in its place.'

const namesOf = (values: Readonly<Record<string, unknown>>) =>
  Object.keys(values)
    .map((name) => `.${name}`)
    .join(', ')

function exampleValues(template: string, type: OutgoingMessage['type']): Readonly<Record<string, unknown>> {
  if (!isTemplateName(template)) return {}
  const link = 'https://example.org/verification?code=123456'
  const about = { requestUrl: 'https://example.org/', transientPayload: {}, person: undefined }
  const data = { code: '123456', link, minutes: 60 }
  return templateValues(templateData({ type, template, recipient: 'ada@example.org', data, about }, about.requestUrl))
}
