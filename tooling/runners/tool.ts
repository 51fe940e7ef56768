import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The result of a tool: its exit code, and its output if that was collected. */
export interface ToolResult {
  readonly code: number
  readonly output: string
}

/** How to run a tool. `show` lets its output through as it comes; otherwise it is collected. */
export interface ToolOptions {
  readonly folder?: string
  readonly show?: boolean
  readonly environment?: Readonly<Record<string, string>>
}

/** The environment variable with the end of the time that tests have, in seconds since 1970. */
export const deadlineVariable = 'GATEHOUSE_TEST_DEADLINE'

/** Returns the milliseconds until then, at least one: a tool that begins too late ends at once. Undefined: no limit. */
function timeLeft(): number | undefined {
  const deadline = process.env[deadlineVariable]
  return deadline === undefined ? undefined : Math.max(1, Number(deadline) * 1_000 - Date.now())
}

/** Runs a program of node_modules/.bin, or of the system if the name is absolute. */
export function runTool(name: string, args: readonly string[], options: ToolOptions = {}): Promise<ToolResult> {
  const program = name.startsWith('/') ? name : join(root, 'node_modules/.bin', name)
  const timeout = timeLeft()
  return new Promise((resolve) => {
    const child = spawn(program, [...args], {
      cwd: options.folder ?? root,
      env: { ...process.env, ...options.environment },
      stdio: options.show === true ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      ...(timeout !== undefined && { timeout }),
    })
    let output = ''
    child.stdout?.on('data', (chunk) => (output += String(chunk)))
    child.stderr?.on('data', (chunk) => (output += String(chunk)))
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}` }))
    child.on('close', (code) => {
      if (timeLeft() === 1) console.log(`\n${name} was ended: the time of this run is over.`)
      resolve({ code: code ?? 1, output })
    })
  })
}

/** Lends a file name for a report, and reads the report as JSON; undefined if nothing was written. */
export async function withReport(
  run: (file: string) => Promise<ToolResult>,
): Promise<ToolResult & { readonly report: unknown }> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-report-'))
  try {
    const file = join(folder, 'report.json')
    const result = await run(file)
    return { ...result, report: await readJson(file) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Returns the numbers of a report under the given names; undefined if one is missing. */
export function numbers(report: unknown, names: readonly string[]): readonly number[] | undefined {
  if (typeof report !== 'object' || report === null) return undefined
  const entries = new Map(Object.entries(report))
  const found = names.map((name) => entries.get(name)).filter((value) => typeof value === 'number')
  return found.length === names.length ? found : undefined
}
