import { cells, journeys, returns, type ReturnKind } from '@gatehouse/testing/journeys'

const head = `# Where a journey ends: \`return_to\`

<!-- Generated from packages/testing/src/return-to-table.ts: node tooling/check-documents.ts --fix -->

An application sends people to \`/login?return_to=…\`, or to any other page, and gets them back. The identity service
alone decides which values are allowed, by \`selfservice.allowed_return_urls\`. The pages carry \`return_to\` through every
step; they also ask the service where a person has nothing left to do, as they are signed in or out already.
`

/** Draws docs/return-to.md. */
export function renderReturnTo(): string {
  const total = cells.length
  const kinds = returns.map(({ means, verdict }) => `| ${means} | ${ends[verdict]} |`)
  const rows = journeys.map(({ journey, start, entrances, home, homeByService }) => {
    const from = entrances.map((entrance) => (entrance === 'page' ? `\`/${start}\`` : `\`${servicePath(start)}\``))
    const byService = homeByService === undefined ? '' : `, from the service’s address \`${homeByService}\``
    return `| ${journey} | ${from.join(', ')} | \`${home}\`${byService} |`
  })
  return [
    head,
    '| what `return_to` says | where it ends |',
    '| --- | --- |',
    ...kinds,
    '',
    `Tests play each value from each address below: ${total} cells without script, on the embedded service and in front of a`,
    'real Ory Kratos 1.3.1 (`e2e/return-to/table.spec.ts`); and with script in Chromium, on both, from the page, for',
    `${scripted.join(', ')} (\`e2e/return-to/scripted.spec.ts\`). A page that has opened an app stays and offers to open it again.`,
    '',
    '| journey | begins at | without `return_to` it ends at |',
    '| --- | --- | --- |',
    ...rows,
    '',
    'A sign-up that ends with the verification of its address goes on to `after_verification_return_to`, or else to',
    '`return_to`. Settings that ask for a second factor or a fresh sign-in return to themselves first. An address with the',
    'scheme of an app needs scheme and host on the list: `notes://signed-in/`.',
    '',
  ].join('\n')
}

const ends = {
  absent: 'where the journey ends by itself',
  followed: 'there',
  refused: 'on a page that says that the link is not allowed, with a way on',
} as const

const scripted: readonly ReturnKind[] = ['foreign', 'scheme', 'forbidden']

function servicePath(start: string): string {
  return `/self-service/${start}/browser`
}
