import { unsupportedKeys } from '@gatehouse/identity/documentation'

import { leftOut } from '../reference/contract-left-out.ts'
import { table } from './table.ts'

/** Returns the section on the parts of the newer contract that are left out, and the effect of each. */
export function contractPart(): readonly string[] {
  const effects = Map.groupBy(unsupportedKeys, ({ effect }) => effect)
  const keys = [...effects].map(([effect, rows]) => [rows.map(({ path }) => `\`${path}\``).join(', '), effect])
  return [
    '## The contract of July 2026',
    'Recordings are of Ory Kratos 26.2. `conformance/reference/kratos-2026-07.json` lists the additions of its source of July 2026, ' +
      'compared by `@contract-july-1`. These keys are left out; where that has an effect the start says so:',
    table(['key', 'effect'], keys),
    'In front of another service the pages draw these:',
    table(
      ['group of nodes, or action of `continue_with`', 'a person sees'],
      [...leftOut.groups, ...leftOut.actions].map(({ name, meets }) => [`\`${name}\``, meets]),
    ),
  ]
}
