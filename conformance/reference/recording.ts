import { readFileSync } from 'node:fs'
import type { AnswerSkeleton } from './skeleton.ts'

/** The configurations the reference was recorded with; each is a file of `profiles/`. */
export const referenceProfiles = ['main', 'idfirst', 'recovery2', 'short', 'short2', 'legacy', 'off'] as const

export type ReferenceProfile = (typeof referenceProfiles)[number]

/** What was sent. Texts name values that differ each time in braces (`placeholders.ts`). */
export interface RecordedRequest {
  readonly method: string
  /** Path and query; begins with `{admin}` where it went to the admin origin. */
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

/** One request and what is fixed about its answer. */
export interface RecordedStep {
  readonly request: RecordedRequest
  readonly answer: AnswerSkeleton
}

/** What the reference, Ory Kratos 26.2, answered in one scenario. */
export interface Recording {
  readonly profile: ReferenceProfile
  readonly steps: readonly RecordedStep[]
}

/** The names of all recordings. */
export function recordingNames(): readonly string[] {
  return read('names.json') as readonly string[]
}

/** A recording by its name; undefined where there is none in the folder. */
export function loadRecording(name: string): Recording | undefined {
  try {
    return read(`recordings/${name}.json`) as Recording
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

// The data is our own, written once; its shape is what the types say.
function read(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))
}
