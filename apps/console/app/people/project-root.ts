import { usePlace } from '../routes/place/use-place.ts'

/** The address of the project's pages: `/w/{workspace}/p/{project}`. */
export function useProjectRoot(): string {
  const { workspace, project } = usePlace()
  return `/w/${workspace.slug}/p/${project?.slug ?? ''}`
}
