import { cells, journeys, returns, type ReturnKind } from '@gatehouse/testing/journeys'

const head = `# Where a journey ends: \`return_to\`

<!-- Generated from packages/testing/src/return-to-table.ts: node tooling/check-documents.ts --fix -->

An application sends people to \`/login?return_to=…\`, or to any other page, and wants them back. The identity service
alone decides what \`return_to\` may say, by \`selfservice.allowed_return_urls\`; the pages carry it through every step, and
ask the service as well where somebody has nothing left to do, because they are signed in or out already.
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
    `Each of these, from each address that a journey begins at: ${total} cells, all played without script on the embedded`,
    'service and in front of a real Ory Kratos 1.3.1 (`e2e/return-to/table.spec.ts`), and from the page with script in Chromium,',
    `on both, for ${scripted.join(', ')} (\`e2e/return-to/scripted.spec.ts\`). A page that has opened an app stays on the screen and`,
    'offers to open it again, with script and without.',
    '',
    '| journey | begins at | without `return_to` it ends at |',
    '| --- | --- | --- |',
    ...rows,
    '',
    'A sign-up that ends with the proof of its address leads on from there: to `after_verification_return_to` where that is',
    'given, else to `return_to`. Settings that ask for a second factor or a fresh sign-in come back to themselves first. An',
    'address by a scheme of an app needs the scheme and the host on the list: `notes://signed-in/`.',
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
