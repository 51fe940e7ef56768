import { laneVariable } from '../../lanes.ts'
import { list, text } from '../../runners/json-report.ts'
import { runTool } from '../../runners/tool.ts'
import { type Way, wayNames, ways } from './journey.ts'

/** In which ways each test of `e2e/` with an id is played, by that id. */
export type PlayedTests = ReadonlyMap<string, ReadonlySet<Way>>

/** Asks Playwright for the tests that it would play in front of the embedded service. Throws if it cannot tell. */
export async function askPlayedTests(): Promise<PlayedTests> {
  // Listing the tests needs none of the programs that `CI=true` requires.
  const environment = { CI: 'false', E2E_ENGINE: '', [laneVariable]: '' }
  const { code, output } = await runTool('playwright', ['test', '--list', '--reporter=json'], { environment })
  const start = output.indexOf('{\n')
  if (code !== 0 || start < 0) throw new Error(`playwright could not list the journeys:\n${output}`)
  return readPlayedTests(JSON.parse(output.slice(start)))
}

/** Reads the list out of Playwright's JSON report. */
export function readPlayedTests(report: unknown): PlayedTests {
  const played = new Map<string, Set<Way>>()
  for (const spec of list(report, 'suites').flatMap(specsOf)) {
    const id = / @([a-z0-9-]+)$/.exec(text(spec, 'title'))?.[1]
    if (id === undefined) continue
    const projects = list(spec, 'tests').map((one) => text(one, 'projectName'))
    const own = wayNames.filter((way) => projects.includes(ways[way].project))
    played.set(id, new Set([...(played.get(id) ?? []), ...own]))
  }
  return played
}

function specsOf(suite: unknown): readonly unknown[] {
  return [...list(suite, 'specs'), ...list(suite, 'suites').flatMap(specsOf)]
}
