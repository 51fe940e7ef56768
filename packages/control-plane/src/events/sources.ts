import type { EventReader, EventSource } from '@gatehouse/contract/events'

/** The outboxes of a project: events of its people, and changes of the project itself. */
export interface ProjectSources {
  /** Absent while the project is not running. */
  readonly identity?: EventReader
  readonly project: EventSource
}

/** Finds the outboxes of a project. */
export type SourcesOf = (projectId: string) => ProjectSources
