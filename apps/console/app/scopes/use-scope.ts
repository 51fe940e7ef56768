import { useRouteLoaderData } from 'react-router'
import type { ScopeData } from './scope-data.ts'

/** The workspace or project that a page is about. Only for pages below `/w`. */
export function useScope(): ScopeData {
  const data = useScopeIfAny()
  if (data === undefined) throw new TypeError('useScope is for pages of a workspace or a project')
  return data
}

/** The same, for pages on which the scope itself may have failed. */
export function useScopeIfAny(): ScopeData | undefined {
  return useRouteLoaderData<ScopeData>('scope')
}

/** Asks whether the operator's role in the page's scope includes an operation. */
export function useMay(): (operation: string) => boolean {
  const { project, workspace } = useScope()
  const may = project?.may ?? workspace.may
  return (operation) => may.includes(operation)
}
