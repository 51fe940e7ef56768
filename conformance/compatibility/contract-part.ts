import { unsupportedKeys } from '@gatehouse/identity/documentation'

import { leftOut } from '../reference/contract-left-out.ts'
import { table } from './table.ts'

/** What of the newer contract is left out, and what somebody meets then. */
export function contractPart(): readonly string[] {
  const keys = unsupportedKeys.map(({ path, effect }) => [`\`${path}\``, effect])
  return [
    '## The contract of July 2026',
    'Recordings are of Ory Kratos 26.2. Its source of July 2026 knows more, and `conformance/reference/kratos-2026-07.json` lists it: a test holds every entry ' +
      'against this service (`@contract-july-1`). Every key of that list starts the service; those of this table are left out. Where leaving out changes anything the start says so with these words:',
    table(['key', 'what leaving it out means'], keys),
    'This service never sends these; in front of another one the pages draw them:',
    table(
      ['group of nodes, or action of `continue_with`', 'what somebody meets'],
      [...leftOut.groups, ...leftOut.actions].map(({ name, meets }) => [`\`${name}\``, meets]),
    ),
  ]
}
