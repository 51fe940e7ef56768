// A separate thread: programs and templates may run forever, and a thread can be ended.
import { parentPort, workerData } from 'node:worker_threads'

import { startEngine } from './engine.ts'
import type { EngineJob, EngineReport } from './job.ts'

/** Most jobs take a few MB. Bytes. */
const usualMemory = 64 * 1024 * 1024

const engine = await startEngine(workerData)
parentPort?.on('message', (job: EngineJob) => {
  const answer = engine.evaluate(job)
  const report: EngineReport = { answer, isLarge: engine.size() > usualMemory }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(report)
})
