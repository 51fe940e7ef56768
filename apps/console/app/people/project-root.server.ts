import type { ProjectContext } from '../control-plane/scope.server.ts'

/** Returns the address of a project's pages: `/w/{workspace}/p/{project}`. */
export function rootOf({ workspace, project }: ProjectContext): string {
  return `/w/${workspace.slug}/p/${project.slug}`
}
