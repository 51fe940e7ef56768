import type { EventReader, EventSource } from '@gatehouse/contract/events'

/** The outboxes of a project: what happens to its people, and what is done to itself. */
export interface ProjectSources {
  /** Absent while the project is not running. */
  readonly identity?: EventReader
  readonly project: EventSource
}

/** Finds the outboxes of a project. */
export type SourcesOf = (projectId: string) => ProjectSources
