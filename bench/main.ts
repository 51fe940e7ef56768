/**
 * Measures the product beside its alternatives. Prints a table and writes bench/results/latest.json. Figures are for
 * reading: nothing here passes or fails. `npm run bench -- page` runs only the named measurements.
 */
import { parseArgs } from 'node:util'
import { startGateway } from '@gatehouse/testing/processes'
import { measureCalls, measureRatios, makeSubject } from './measure-service.ts'
import { figuresOf, measureEngines } from './engines/measure-engines.ts'
import { measureScale, usualSizes } from './engines/measure-scale.ts'
import { measureMemory } from './measure-memory.ts'
import { measurePage } from './measure-page.ts'
import { measureGrowth } from './measure-growth.ts'
import { measureImport } from './measure-import.ts'
import { measurePeople } from './measure-people.ts'
import { measureStalls } from './measure-stalls.ts'
import { measureStart } from './measure-start.ts'
import { measureTakeover } from './measure-takeover.ts'
import { measureTiming } from './measure-timing.ts'
import { measureTrace } from './measure-trace.ts'
import { buildBareRouter, residentMiB, startContender } from './processes.ts'
import { report, type Figure } from './report.ts'

const parts = [
  'page',
  'service',
  'start',
  'engines',
  'scale',
  'people',
  'import',
  'timing',
  'growth',
  'memory',
  'trace',
  'takeover',
  'stalls',
] as const
type Part = (typeof parts)[number]

const { values, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' }, sizes: { type: 'string' }, people: { type: 'string' } },
})
/** Whether to renew the document that shows the figures, if there is one. */
const write = values.write === true
/** How many sessions `scale` measures with. */
const sizes = values.sizes?.split(',').map(Number) ?? usualSizes
/** How many accounts `people` measures with. */
const people = values.people === undefined ? undefined : Number(values.people)
const unknown = named.filter((name) => !(parts as readonly string[]).includes(name))
if (unknown.length > 0) {
  console.error(`Unknown part ${unknown.join(', ')}. Choose from: ${parts.join(', ')}; none means all.`)
  process.exit(2)
}
// They take minutes, so they run only when they are named.
const long: readonly Part[] = ['scale', 'people', 'import', 'timing', 'growth', 'memory', 'trace', 'takeover', 'stalls']
const wanted = (part: Part) => named.includes(part) || (named.length === 0 && !long.includes(part))

const figures: Figure[] = []
if (wanted('page') || wanted('service')) {
  buildBareRouter()
  const gateway = await startGateway({ environment: { LOG_LEVEL: 'error' } })
  const floor = await startContender('floor', '/')
  const bareRouter = await startContender('bare-router', '/login')
  const bareHono = await startContender('bare-hono', '/sessions/whoami')
  try {
    if (wanted('page')) figures.push(...(await measurePage(`${gateway.origin}/login`, `${floor.url}/login`)))
    if (wanted('service')) {
      const subject = await makeSubject(gateway.origin)
      let peakMiB = 0
      const sampler = setInterval(() => (peakMiB = Math.max(peakMiB, residentMiB(gateway.pid))), 200)
      figures.push(...(await measureRatios(gateway.origin, bareRouter.url, bareHono.url, subject)))
      figures.push({
        name: 'memory under load',
        value: peakMiB,
        unit: 'MiB',
        target: { compare: '≤', value: 300 },
        note: 'gateway with the embedded service, pages and whoami',
      })
      figures.push(...(await measureCalls(gateway.origin, subject)))
      clearInterval(sampler)
      figures.push({
        name: 'memory with password sign-ins',
        value: peakMiB,
        unit: 'MiB',
        note: 'each argon2id hash holds its memory cost',
      })
    }
  } finally {
    for (const running of [gateway, floor, bareRouter, bareHono]) await running.stop()
  }
}
if (wanted('engines')) figures.push(...figuresOf(await measureEngines()))
if (wanted('scale')) figures.push(...(await measureScale(write, sizes)))
if (wanted('people')) figures.push(...(await measurePeople(people)))
if (wanted('import')) figures.push(...(await measureImport()))
if (wanted('timing')) figures.push(...(await measureTiming()))
if (wanted('growth')) figures.push(...(await measureGrowth()))
if (wanted('memory')) figures.push(...(await measureMemory()))
if (wanted('takeover')) figures.push(...(await measureTakeover()))
if (wanted('stalls')) figures.push(...(await measureStalls()))
if (wanted('trace')) figures.push(...(await measureTrace()))
if (wanted('start')) figures.push(...(await measureStart()))
report(figures)
