/**
 * Runs a month with ten thousand people in an hour: `npm run soak`. `--write` draws it into docs/reference/performance.md,
 * `--picture` draws the dashboard of ops/ over the data of the last soak.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { drawDocument } from './draw-document.ts'
import { readOptions, type Asked } from './options.ts'
import { faultsOf } from './result.ts'
import { measuredFile } from './soak-page.ts'
import { soak } from './soak.ts'

const folder = new URL('../results/', import.meta.url)
const samplesFile = new URL('soak-metrics.txt', folder)

async function live(asked: Asked): Promise<void> {
  const { result, metrics } = await soak(asked, console.log)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL('soak.json', folder), JSON.stringify(result, null, 2))
  writeFileSync(samplesFile, metrics)
  for (const { what, looked, wrong } of result.checks)
    console.log(`${what}: ${looked} looked at, ${wrong.length} wrong`)
  if (asked.write) {
    writeFileSync(measuredFile, `${JSON.stringify(result)}\n`)
    drawDocument()
  }
  const faults = faultsOf(result)
  for (const fault of faults.slice(0, 50)) console.error(fault)
  process.exitCode = faults.length === 0 ? 0 : 1
}

// A process that is asked to end also ends those that it has started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
const asked = readOptions(process.argv.slice(2))
if (asked.picture) {
  const { drawDashboard } = await import('./picture/picture.ts')
  console.log(await drawDashboard(fileURLToPath(samplesFile)))
} else {
  await live(asked)
}
