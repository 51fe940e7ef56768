import { spawn } from 'node:child_process'
import { atRoot, childEnvironment, node24 } from './process.mjs'

/**
 * Begins to build the engines that tests compare with, beside everything that is made ready meanwhile. A test that needs
 * one waits for it, or builds it itself where this has failed.
 */
export function startEngines() {
  const child = spawn(node24, [atRoot('tooling/prepare/engines.ts')], {
    cwd: atRoot('.'),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: childEnvironment(),
  })
  child.on('error', (error) => console.error(error.message))
  // A run that is over waits for no build.
  child.unref()
  process.once('exit', () => child.kill())
}
