import { setTimeout as delay } from 'node:timers/promises'
import { startGateway } from '@gatehouse/testing/processes'
import { type ConsoleOperator, makeConsoleOperator } from './console-operator.ts'
import { peakMiB, residentMiB } from './processes.ts'
import type { Figure } from './report.ts'

/** bcrypt, cost 4: a hash that was handed in is not made again. */
const hash = '$2b$04$VYCGUmYtlPihELy3BWrwk.JbasIq9049107JK5Is1Xsd7mHd/0rGW'

const email = (index: number) => `import-${index}@example.org`

function line(index: number): string {
  const name = { first: 'Katherine', last: `Johnson-${index}` }
  const credentials = { password: { config: { hashed_password: hash } } }
  return JSON.stringify({ create: { schema_id: 'person', traits: { email: email(index), name }, credentials } })
}

/** The same people in each of the formats that an import takes. */
const formats = {
  'people.jsonl': (people) => people.map((index) => line(index)).join('\n'),
  'people.csv': (people) =>
    [
      'email,name.first,name.last,password_hash',
      ...people.map((index) => `${email(index)},Katherine,Johnson-${index},${hash}`),
    ].join('\n'),
  'people.json': (people) => `{"identities":[${people.map((index) => line(index)).join(',\n')}]}`,
} as const satisfies Readonly<Record<string, (people: readonly number[]) => string>>

/** TABLE: the files and their numbers of people. If memory grows with the file, the last one of a format shows it. */
const runs: readonly (readonly [name: keyof typeof formats, amount: number])[] = [
  ['people.jsonl', 10_000],
  ['people.jsonl', 30_000],
  ['people.csv', 10_000],
  ['people.json', 10_000],
  ['people.json', 30_000],
]

/**
 * Measures an import in the console, as an operator does it: handing the file in, checking it, and creating all people.
 */
export async function measureImport(): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const [name, amount] of runs) figures.push(...(await measureOne(name, formats[name], amount)))
  return figures
}

async function measureOne(name: string, write: (people: readonly number[]) => string, amount: number) {
  const gateway = await startGateway({ environment: { LOG_LEVEL: 'error' } })
  try {
    const operator = await makeConsoleOperator(gateway)
    // The pages themselves are loaded before it is measured.
    await run(operator, name, write([amount]))
    const before = residentMiB(gateway.pid)
    const begun = performance.now()
    await run(operator, name, write(Array.from({ length: amount }, (_, index) => index)))
    const seconds = (performance.now() - begun) / 1_000
    const what = `import in the console: ${amount} people, ${name.replace('people.', '')}`
    const memory = peakMiB(gateway.pid)
    return [
      { name: `${what}, rate`, value: amount / seconds, unit: '/s', note: 'from handing the file in to the last one' },
      {
        name: `${what}, peak memory`,
        value: memory,
        unit: 'MiB',
        note: `of the gateway; ${before.toFixed(0)} MiB before`,
      },
    ]
  } finally {
    await gateway.stop()
  }
}

async function run({ root, ask }: ConsoleOperator, name: string, content: string): Promise<void> {
  const form = new FormData()
  form.set('file', new File([content], name))
  const staged = followed(await ask(`${root}/people/import`, form))
  const page = await ask(staged)
  const checked = await page.text()
  if (!/data-faulty="0"/.test(checked)) throw new Error(`not everybody can be imported: ${checked.slice(0, 2_000)}`)
  const job = followed(await ask(staged, new URLSearchParams({ intent: 'start' })))
  for (;;) {
    const state = /data-state="(\w+)"/.exec(await (await ask(job)).text())?.[1]
    if (state === 'done') return
    if (state !== 'running') throw new Error(`the import is ${state}`)
    await delay(250)
  }
}

function followed(answer: Response): string {
  const target = answer.headers.get('location')
  if (target === null) throw new Error(`there is no way on: ${answer.status}`)
  return target
}
