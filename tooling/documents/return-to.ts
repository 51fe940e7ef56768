import { cells, journeys, returns, type ReturnKind } from '@gatehouse/testing/journeys'

const head = `# Where a journey ends: \`return_to\`

<!-- Generated from packages/testing/src/return-to-table.ts: node tooling/check-documents.ts --fix -->

An application sends people to \`/login?return_to=…\`, or to any other page, and gets them back. The identity service
alone allows values, by \`selfservice.allowed_return_urls\`, also for people who are signed in or out already.
`

/** Draws docs/return-to.md. */
export function renderReturnTo(): string {
  const total = cells.length
  const kinds = returns.map(({ means, verdict }) => `| ${means} | ${ends[verdict]} |`)
  const groups = Map.groupBy(journeys, ({ start, entrances, home, homeByService }) => {
    const from = entrances.map((entrance) => (entrance === 'page' ? `\`/${start}\`` : `\`${servicePath(start)}\``))
    const byService = homeByService === undefined ? '' : `, from the service’s address \`${homeByService}\``
    return `| ${from.join(', ')} | \`${home}\`${byService} |`
  })
  const rows = [...groups].map(([begin, all]) => `${begin} ${all.map(({ journey }) => journey).join('; ')} |`)
  return [
    head,
    '| what `return_to` says | where it ends |',
    '| --- | --- |',
    ...kinds,
    '',
    `Tests play every value from every address (${total}) on the embedded service and a real Ory Kratos 1.3.1, without script`,
    `(\`e2e/return-to/table.spec.ts\`), and with script those of ${scripted.join(', ')}`,
    '(`e2e/return-to/scripted.spec.ts`). A page that has opened an app offers to open it again.',
    '',
    '| begins at | without `return_to` ends at | journeys |',
    '| --- | --- | --- |',
    ...rows,
    '',
    'A sign-up that ends with a verification goes on to `after_verification_return_to`, or else to `return_to`. Settings',
    'that ask for a second factor or a fresh sign-in return to themselves first. An address with the scheme of an app needs',
    'scheme and host on the list: `notes://signed-in/`.',
    '',
  ].join('\n')
}

const ends = {
  absent: 'as in the table below',
  followed: 'there',
  refused: 'on a page that refuses the link, with a way on',
} as const

const scripted: readonly ReturnKind[] = ['foreign', 'scheme', 'forbidden']

function servicePath(start: string): string {
  return `/self-service/${start}/browser`
}
