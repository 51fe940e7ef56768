import type { CallPart } from './all-calls.ts'
import type { CallRow } from './call.ts'

const consoleName = 'console: '

/** Returns the text of docs/reference/calls.md: every call, its callers, and its tests. */
export function renderCalls(parts: readonly CallPart[]): string {
  return [
    '# Calls',
    '<!-- Generated from tooling/checks/calls: node tooling/check-documents.ts --fix -->',
    'Every operation of `@ory/client-fetch` and of our own paths, with its callers (or the reason for none) and its test.\n' +
      'Methods and paths: `/openapi.json`, `/openapi/identity.json`.',
    ...parts.flatMap(({ title, rows }) => [`## ${title}`, tableOf(rows)]),
  ]
    .join('\n\n')
    .concat('\n')
}

function tableOf(rows: readonly CallRow[]): string {
  return ['| call | made by | proved by |', '| --- | --- | --- |', ...rows.map(lineOf)].join('\n')
}

function lineOf({ call, makers, reason, tests }: CallRow): string {
  const names = namesOf(makers)
  const proofs = tests.map(({ id }) => `\`@${id}\``)
  return `| \`${call}\` | ${names === '' ? `– ${reason ?? ''}` : names} | ${proofs.join(', ')} |`
}

/** Returns the names of makers, each once; those of the console share its name: `console: keys, people`. */
function namesOf(makers: CallRow['makers']): string {
  const names = [...new Set(makers.map(({ name }) => name))]
  const ofConsole = names.filter((name) => name.startsWith(consoleName)).map((name) => name.slice(consoleName.length))
  const others = names.filter((name) => !name.startsWith(consoleName))
  return [...others, ...(ofConsole.length === 0 ? [] : [`${consoleName}${ofConsole.join(', ')}`])].join(', ')
}
