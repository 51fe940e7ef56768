import type { Ajv, Format, FormatDefinition } from 'ajv'
import ajvFormats from 'ajv-formats'

import type { CheckBudget } from './check-budget.ts'
import { normalizePhone } from './phone.ts'
import { isPattern } from './schema-patterns.ts'

/**
 * The longest text of each format, in UTF-16 units; longer ones are not of the format. The checks of some formats go
 * over a text once for each of its characters, so what has no length by its own standard gets one here.
 */
const longest: Readonly<Record<string, number>> = {
  // RFC 5321: a path has 256 octets with its brackets.
  email: 254,
  // RFC 1035, and a dot behind.
  hostname: 254,
  // E.164 has 15 digits; people write blanks and brackets between them.
  tel: 100,
  date: 10,
  time: 64,
  'date-time': 64,
  'iso-time': 64,
  'iso-date-time': 64,
  duration: 64,
  ipv4: 15,
  ipv6: 45,
  uuid: 45,
  regex: 2_000,
  // Where browsers and servers stop.
  url: 2_000,
  uri: 8_000,
  'uri-reference': 8_000,
  'uri-template': 8_000,
}
const longestOthers = 64_000

/** Gives a validator the formats of identity schemas, each with a longest text; what is dear takes of the budget. */
export function addSchemaFormats(ajv: Ajv, budget: CheckBudget): void {
  // CommonJS: the plug-in is the module's `default`.
  ajvFormats.default(ajv)
  // The patterns of a schema are of this format, too. As in Kratos, it is that of RE2.
  ajv.addFormat('regex', (text) => isPattern(text, budget))
  ajv.addFormat('tel', (text) => normalizePhone(text) !== undefined)
  for (const [name, format] of Object.entries(ajv.formats)) {
    const texts = textFormat(format)
    const most = longest[name] ?? longestOthers
    // What else a format can do (`formatMinimum` compares dates) stays.
    if (texts)
      ajv.addFormat(name, { ...texts, validate: (text: string) => text.length <= most && texts.validate(text) })
  }
}

type TextFormat = FormatDefinition<string> & { readonly validate: (text: string) => boolean }

/** How a format looks at texts; nothing for numbers, and for formats that every text has. */
function textFormat(format: Format | undefined): TextFormat | undefined {
  if (format instanceof RegExp) return { validate: (text) => format.test(text) }
  if (typeof format === 'function') return { validate: format }
  if (typeof format !== 'object' || !isForTexts(format)) return undefined
  const { validate, ...rest } = format
  if (typeof validate === 'string') return undefined
  return { ...rest, validate: validate instanceof RegExp ? (text) => validate.test(text) : validate }
}

function isForTexts(format: Exclude<Format, string | true | RegExp>): format is FormatDefinition<string> {
  return typeof format === 'object' && format.type !== 'number' && format.async !== true
}
