import { createFairQueue } from '@gatehouse/platform/work'

import type { MessageTemplate, MessageTexts } from '../configuration/config.ts'
import type { TemplateFiles } from '../engine/job.ts'
import { createJobRunner } from '../engine/threads.ts'
import { createTemplates, TemplateFault } from './execute-templates.ts'
import { isTemplateName } from './mail-texts.ts'
import type { OutgoingMessage } from './message.ts'
import { templateData } from './template-data.ts'
import { templateFaultText, templateValues } from './template-values.ts'

/** What is wrong with the templates of a message: with a fault they cannot be used, with a warning one of them never can. */
export interface CheckedTemplates {
  readonly faults: readonly string[]
  readonly warnings: readonly string[]
  /** None of them was looked at: they took too long. */
  readonly isLost: boolean
}

/** Beside the programs and templates that run, one after another over all projects: no start and no change has to be quick. */
const lane = createFairQueue({ slots: 1, slotsOfLane: 1, waitingOfLane: 100, patienceMs: 60_000 }).lane()
const execute = createTemplates(createJobRunner(lane))

/**
 * Compiles the templates of a kind of message and executes them with an example, since where a value stands in HTML is
 * looked at only then. A failure for want of a trait is no fault: another account may have it.
 */
export async function checkTemplates(template: string, texts: MessageTexts): Promise<CheckedTemplates> {
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

/** What its address has not given yet is not looked at. */
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
