// A separate thread: compiling an operator's text may take long, and a thread can be ended.
import { parentPort } from 'node:worker_threads'

import type { CompileJob } from './compile-trial.ts'
import { createIdentitySchemas } from './identities/schemas.ts'

parentPort?.on('message', (job: CompileJob) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(faultOf(job))
})

function faultOf(job: CompileJob): string {
  try {
    createIdentitySchemas(job)
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
