import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../pack/published.ts'
import { snippetsOf } from '../checks/snippets/snippet.ts'

/** The steps of a guide. */
export type Step = { readonly section: string } & (
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  | { readonly kind: 'run'; readonly command: string }
  /** It runs until it is stopped. */
  | { readonly kind: 'start'; readonly command: string }
)

/** Returns the steps of a document, or of one of its sections. Throws if there are none. */
export function stepsOf(document: string, section?: string): readonly Step[] {
  const all = snippetsOf(document, readFileSync(join(root, document), 'utf8'))
  const steps = all
    .filter((snippet) => section === undefined || snippet.section === section)
    .flatMap(({ section: below, language, name, code }): readonly Step[] => {
      if (name !== undefined) return [{ section: below, kind: 'file', name, text: code }]
      if (language !== 'sh') return []
      const commands = code.trim().split('\n')
      return commands.map((command) => ({ section: below, kind: isServer(command) ? 'start' : 'run', command }))
    })
  if (steps.length === 0) throw new Error(`${document} has no steps${section === undefined ? '' : ` below ${section}`}`)
  return steps
}

function isServer(command: string): boolean {
  return /^(?:npx gatehouse start|node \w+\.mjs|npm run dev.*|\S*\/uvicorn .*)$/.test(command)
}

/** Returns the name of a step in reports. */
export function nameOf(step: Step): string {
  return step.kind === 'file' ? `write ${step.name}` : step.command
}
