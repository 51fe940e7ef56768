import { unsupportedKeys } from '@gatehouse/identity/documentation'

import { leftOut } from '../reference/contract-left-out.ts'
import { table } from './table.ts'

/** Returns the section on the parts of the newer contract that are left out, and the effect of each. */
export function contractPart(): readonly string[] {
  const keys = unsupportedKeys.map(({ path, effect }) => [`\`${path}\``, effect])
  return [
    '## The contract of July 2026',
    'Recordings are of Ory Kratos 26.2. `conformance/reference/kratos-2026-07.json` lists the additions of its source of July 2026; a test compares every entry ' +
      'with this service (`@contract-july-1`). The keys of this table are left out; where that changes anything the start says so with these words:',
    table(['key', 'effect of leaving it out'], keys),
    'This service never sends these; in front of another one the pages draw them:',
    table(
      ['group of nodes, or action of `continue_with`', 'a person sees'],
      [...leftOut.groups, ...leftOut.actions].map(({ name, meets }) => [`\`${name}\``, meets]),
    ),
  ]
}
