import { readFileSync } from 'node:fs'
import type { AnswerSkeleton } from './skeleton.ts'

/** The configurations the reference was recorded with; each is a file of `profiles/`. */
export const referenceProfiles = ['main', 'idfirst', 'recovery2', 'short', 'short2', 'legacy', 'off'] as const

export type ReferenceProfile = (typeof referenceProfiles)[number]

/** A request as it was sent. Placeholders in braces stand for values that differ each time (`placeholders.ts`). */
export interface RecordedRequest {
  readonly method: string
  /** Path and query; begins with `{admin}` if it went to the admin origin. */
  readonly path: string
  /** `json` for scripts and apps, `html` for navigations; else the header itself. */
  readonly accept: string
  readonly headers?: Readonly<Record<string, string>>
  /** Which cookies were sent: `csrf`, `session`, `continuity`, or one in full. */
  readonly cookies?: readonly string[]
  /** Objects are sent as the content type says: as JSON, or as a form. Texts go out as they are. */
  readonly body?: unknown
  readonly contentType?: string
}

/** One request and the fixed parts of its answer. */
export interface RecordedStep {
  readonly request: RecordedRequest
  readonly answer: AnswerSkeleton
}

/** The answers of the reference, Ory Kratos 26.2, in one scenario. */
export interface Recording {
  readonly profile: ReferenceProfile
  readonly steps: readonly RecordedStep[]
}

/** Returns the names of all recordings. */
export function recordingNames(): readonly string[] {
  return read('names.json') as readonly string[]
}

/** Returns a recording by its name; undefined if the folder has none. */
export function loadRecording(name: string): Recording | undefined {
  try {
    return read(`recordings/${name}.json`) as Recording
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

// The data is our own, written once; it has the shape of the types.
function read(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))
}
