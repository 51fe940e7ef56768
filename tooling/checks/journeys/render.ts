import { type JourneyPart, type JourneyRow, wayNames, ways } from './journey.ts'

/** Returns the text of docs/reference/journeys.md: people's tasks, by method and way, and the journey that proves each. */
export function renderJourneys(parts: readonly JourneyPart[]): string {
  return [
    '# Journeys',
    '<!-- Generated from tooling/checks/journeys: node tooling/check-documents.ts --fix -->',
    'Tasks of people on the account pages, by method, with the browser tests that prove them on the embedded service:\n' +
      'with script, without, and by keyboard alone, except where a row says so. In front of a real Ory Kratos: [compatibility.md](compatibility.md).\n' +
      'Journeys of operators: `e2e/console`.',
    ...parts.flatMap((part) => [`## ${part.title}`, tableOf(part), ...notesOf(part)]),
  ]
    .join('\n\n')
    .concat('\n')
}

function tableOf({ rows }: JourneyPart): string {
  const titles = ['by', 'not', 'journeys']
  const lines = rows.map((row) => [row.method, gapsOf(row), row.tests.map(shown).join(', ')])
  return [titles, titles.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function gapsOf({ without = {} }: JourneyRow): string {
  return wayNames.flatMap((way) => (without[way] === undefined ? [] : [ways[way].title])).join(', ')
}

/** Returns the reasons of a part, each once, with its rows and ways. */
function notesOf({ rows }: JourneyPart): readonly string[] {
  const notes = rows.flatMap((row) => {
    const reasons = wayNames.flatMap((way) => row.without?.[way] ?? [])
    return [
      ...new Set(
        reasons.map(({ reason, said }) => `- ${row.method}: ${reason}.${said ? ` Said: ${shown(said)}` : ''}`),
      ),
    ]
  })
  return notes.length === 0 ? [] : [notes.join('\n')]
}

function shown(id: string): string {
  return `\`@${id}\``
}
