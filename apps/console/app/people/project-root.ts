import { useScope } from '../scopes/use-scope.ts'

/** Returns the address of the project's pages: `/w/{workspace}/p/{project}`. */
export function useProjectRoot(): string {
  const { workspace, project } = useScope()
  return `/w/${workspace.slug}/p/${project?.slug ?? ''}`
}
