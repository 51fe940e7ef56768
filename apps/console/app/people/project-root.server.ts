import type { ProjectRoom } from '../control-plane/place.server.ts'

/** The address of a project's pages: `/w/{workspace}/p/{project}`. */
export function rootOf({ workspace, project }: ProjectRoom): string {
  return `/w/${workspace.slug}/p/${project.slug}`
}
