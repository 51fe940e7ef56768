import { writeFile } from 'node:fs/promises'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import { shortened } from './not-passed.ts'
import { createProgress, type Progress } from './progress.ts'
import { slowestLines, timesByProject, type NotPassed, type Outcome } from './tally.ts'

/** The environment variable that names the file for the report. */
export const reportFileVariable = 'GATEHOUSE_TEST_REPORT'

/**
 * Writes the outcome of a run as JSON into the file that the environment names. Vitest's own JSON report leaves out
 * why a hook of a group failed, and errors that belong to no test. In a long run it prints which tests are still
 * running, and a failure at once: a run that is cut off prints no summary.
 */
export default class OutcomeReporter implements Reporter {
  private progress: Progress | undefined

  onTestRunStart(): void {
    this.progress = createProgress()
  }

  onTestModuleStart(module: TestModule): void {
    this.progress?.start(module.id, module.relativeModuleId)
  }

  onTestModuleEnd(module: TestModule): void {
    this.progress?.end(module.id)
  }

  onTestCaseReady(test: TestCase): void {
    this.progress?.start(test.id, nameOf(test), test.module.id)
  }

  onTestCaseResult(test: TestCase): void {
    this.progress?.end(test.id)
    if (test.result().state === 'failed') console.log(`\nfailed: ${nameOf(test)}`)
  }

  async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Promise<void> {
    this.progress?.close()
    const files = modules.map((module) => {
      const { collectDuration, duration } = module.diagnostic()
      return { file: module.relativeModuleId, seconds: (collectDuration + duration) / 1_000 }
    })
    console.log(slowestLines(files).join('\n'))
    const file = process.env[reportFileVariable]
    if (file !== undefined) await writeFile(file, JSON.stringify(outcomeOf(modules, unhandled)))
  }
}

/** Returns the result of a run. A group or a file whose hooks or imports failed counts as one failure. */
function outcomeOf(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Outcome {
  const notPassed: NotPassed[] = []
  const passedNames: string[] = []
  for (const module of modules) {
    const from = { project: module.project.name, file: module.moduleId }
    const file = fileOf(module)
    for (const test of module.children.allTests()) {
      const { state, errors = [] } = test.result()
      const name = nameOf(test)
      if (state === 'passed') passedNames.push(name)
      else if (state === 'failed') notPassed.push({ outcome: 'failed', name, reason: reasonOf(errors), from })
      else notPassed.push({ outcome: 'skipped', name, reason: '' })
    }
    for (const group of [module, ...module.children.allSuites()]) {
      const errors = group.errors()
      const name = group.type === 'suite' ? `${file} › ${group.fullName} (hooks)` : file
      if (errors.length > 0) notPassed.push({ outcome: 'failed', name, reason: reasonOf(errors), from })
    }
  }
  if (unhandled.length > 0) {
    notPassed.push({ outcome: 'failed', name: 'Errors of no test', reason: reasonOf(unhandled) })
  }
  const count = (outcome: NotPassed['outcome']) => notPassed.filter((one) => one.outcome === outcome).length
  const times = timesByProject(
    modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        project: module.project.name,
        seconds: (test.diagnostic()?.duration ?? 0) / 1_000,
      })),
    ),
  )
  const counts = { passed: passedNames.length, failed: count('failed'), skipped: count('skipped') }
  return { ...counts, notPassed, passedNames, times }
}

const fileOf = ({ project, relativeModuleId }: TestModule) =>
  `${project.name === '' ? '' : `[${project.name}] › `}${relativeModuleId}`

const nameOf = (test: TestCase) => `${fileOf(test.module)} › ${test.fullName}`

/** Returns an error's message, the actual and expected values, and the position. */
function reasonOf(errors: readonly SerializedError[]): string {
  const [error] = errors
  if (error === undefined) return ''
  const { stack = '', message, diff } = error
  return shortened([message, ...(typeof diff === 'string' ? [diff] : []), stack.replace(message, '')].join('\n'))
}
