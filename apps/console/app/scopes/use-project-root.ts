import { useScope } from './use-scope.ts'

/** The address of the page's project: `/w/{workspace}/p/{project}`. Only for pages of a project. */
export function useProjectRoot(): string {
  const { workspace, project } = useScope()
  if (project === undefined) throw new TypeError('useProjectRoot is for pages of a project')
  return `/w/${workspace.slug}/p/${project.slug}`
}
