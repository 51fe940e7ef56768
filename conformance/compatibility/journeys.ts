import { kratosJourneys, type KratosJourneys } from '@gatehouse/testing/kratos-journeys'

const when = {
  always: 'yes, with every `npm test`',
  asked: 'yes, with `npm run conformance -- journeys`',
  never: 'no',
} as const

/** The part of docs/compatibility.md about journeys in a browser, in front of a real Ory Kratos. */
export function journeyPart(): readonly string[] {
  const rows = kratosJourneys.map((row) => {
    return `| \`e2e/${row.path}\` | ${when[row.played]} | ${remarks(row).join('; ')} |`
  })
  return [
    '## Journeys in a browser',
    'The account pages with Ory Kratos 1.3.1 behind them: a gateway with `KRATOS_PUBLIC_URL`, Chromium with and without script and with the keyboard alone, mails over SMTP.',
    ['| journeys | played | |', '| --- | --- | --- |', ...rows].join('\n'),
  ]
}

function remarks(row: KratosJourneys): readonly string[] {
  if (row.played === 'never') return [row.reason]
  const { always = [], except = [] } = row
  return [
    ...always.map((id) => `with every \`npm test\`: \`@${id}\``),
    ...except.map(({ id, reason }) => `not \`@${id}\`: ${reason}`),
  ]
}
