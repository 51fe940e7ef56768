import type { CallPart } from './all-calls.ts'
import type { CallRow } from './call.ts'

/** The text of docs/calls.md: every call, who makes it, and what proves it. */
export function renderCalls(parts: readonly CallPart[]): string {
  return [
    '# Calls',
    '<!-- Generated from tooling/checks/calls: node tooling/check-documents.ts --fix -->',
    'Every call of the wire, the page, screen or command that makes it, and the test that proves it, by its id\n' +
      'classes of `@ory/client-fetch` and of the tables of our own paths; a check fails where a call has no row, where a\n' +
      'test or file is gone, and where a page no longer makes its call.',
    ...parts.flatMap(({ title, rows }) => [`## ${title}`, tableOf(rows)]),
  ]
    .join('\n\n')
    .concat('\n')
}

function tableOf(rows: readonly CallRow[]): string {
  return ['| call | on the wire | made by | proved by |', '| --- | --- | --- | --- |', ...rows.map(lineOf)].join('\n')
}

function lineOf({ call, wire, places, reason, tests }: CallRow): string {
  const names = [...new Set(places.map(({ name }) => name))].join(', ')
  const proofs = tests.map(({ id, row }) => `\`@${id}\`${row === undefined ? '' : ` (${row})`}`)
  return `| \`${call}\` | \`${wire}\` | ${names === '' ? `– ${reason ?? ''}` : names} | ${proofs.join(', ')} |`
}
