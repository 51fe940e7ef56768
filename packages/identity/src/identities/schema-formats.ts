import type { Ajv, Format, FormatDefinition } from 'ajv'
import ajvFormats from 'ajv-formats'

import { referenceFormats } from '@gatehouse/contract/identities'

import type { CheckBudget } from './check-budget.ts'
import { normalizePhone } from './phone.ts'
import { isPattern } from './schema-patterns.ts'

/**
 * The longest text of each format, in UTF-16 units; longer ones are not of the format. A format whose standard has no
 * length gets one here.
 */
const longest: Readonly<Record<string, number>> = {
  // E.164 has 15 digits; people write blanks and brackets between them.
  tel: 100,
  regex: 2_000,
  // The limit of browsers and servers.
  uri: 8_000,
  iri: 8_000,
  'uri-reference': 8_000,
  uriref: 8_000,
  'iri-reference': 8_000,
  'uri-template': 8_000,
}
const longestOthers = 64_000

/**
 * Gives a validator the formats of the reference and no others, so that every text matches a format that the reference
 * does not know. Each has a longest text; costly checks use the budget.
 */
export function addSchemaFormats(ajv: Ajv, budget: CheckBudget): void {
  // CommonJS: the plug-in is the module's `default`. It adds the keywords that compare dates (`formatMinimum`).
  ajvFormats.default(ajv)
  const brought = { ...ajv.formats }
  for (const name of Object.keys(brought)) delete ajv.formats[name]
  const checks: typeof referenceFormats = {
    ...referenceFormats,
    // The patterns of a schema are of this format, too. As in Kratos, it is that of RE2.
    regex: (text) => isPattern(text, budget),
    tel: (text) => normalizePhone(text) !== undefined,
  }
  for (const [name, isOfFormat] of Object.entries(checks)) {
    const most = longest[name] ?? longestOthers
    const validate = (text: string) => text.length <= most && isOfFormat(text)
    ajv.addFormat(name, { ...comparison(brought[name]), validate })
  }
}

/** Returns the comparison of texts of a format, if it has one. */
function comparison(format: Format | undefined): Pick<FormatDefinition<string>, 'compare'> {
  return typeof format === 'object' && isForTexts(format) && format.compare ? { compare: format.compare } : {}
}

function isForTexts(format: Exclude<Format, string | true>): format is FormatDefinition<string> {
  return typeof format === 'object' && 'compare' in format && format.type !== 'number' && format.async !== true
}
