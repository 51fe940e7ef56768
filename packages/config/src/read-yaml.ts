import { readFileSync } from 'node:fs'
import { parse, YAMLParseError } from 'yaml'

/** The contents of a settings file, or the reason why it cannot be read. */
export type ReadYaml =
  | { readonly kind: 'read'; readonly content: unknown }
  | { readonly kind: 'faulty'; readonly wrong: string; readonly fix: string }

/** Reads an existing YAML file. An empty one is an empty list of keys. Faults contain no values of the file. */
export function readYaml(path: string): ReadYaml {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return { kind: 'faulty', wrong: 'cannot be read', fix: 'correct the path, or make the file readable for this user' }
  }
  try {
    return { kind: 'read', content: parse(text, { merge: true, logLevel: 'error' }) ?? {} }
  } catch (error) {
    return { kind: 'faulty', wrong: `is not YAML: ${reasonOf(error)}`, fix: 'correct it there' }
  }
}

/** Returns the parser's reason with its line, without its quotation of the file, which may contain secrets. */
function reasonOf(error: unknown): string {
  const [first = ''] = String(error instanceof Error ? error.message : error).split('\n')
  const [reason = ''] = first.replace(/ at line \d+, column \d+:?$/, '').split(': "', 1)
  const start = error instanceof YAMLParseError ? error.linePos?.[0] : undefined
  return start === undefined ? reason : `${reason} (line ${start.line}, column ${start.col})`
}
