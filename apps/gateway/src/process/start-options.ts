import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { productVersion } from './product-version.ts'

const help = new URL('./start-help.txt', import.meta.url)

const options = {
  'serve-old-files': { type: 'boolean', default: false },
  // Set by a primary for its workers.
  worker: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'V' },
} as const

/** The options on the command line of a start, beside the settings. */
export interface StartOptions {
  /** Serves the files of a data folder that was moved to a database. */
  readonly servesOldFiles: boolean
}

/**
 * Reads the command line of a start. Prints the answer to `--help` or `--version`, or the fault, and then ends the
 * process: with 0, or with 2 if the command line is invalid.
 */
export function readStartOptions(args: readonly string[]): StartOptions {
  const values = parse(args)
  if (values.help === true) end(readFileSync(help, 'utf8').trimEnd())
  if (values.version === true) end(productVersion)
  return { servesOldFiles: values['serve-old-files'] }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n--help lists the options.`)
    return process.exit(2)
  }
}

function end(text: string): never {
  console.log(text)
  process.exit(0)
}
