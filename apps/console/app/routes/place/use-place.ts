import { useRouteLoaderData } from 'react-router'
import type { PlaceData } from './place-data.ts'

/** The workspace or project that a page is about. Only for pages below `/w`. */
export function usePlace(): PlaceData {
  const data = usePlaceIfAny()
  if (data === undefined) throw new TypeError('usePlace is for pages of a workspace or a project')
  return data
}

/** The same, where the place itself may be what failed. */
export function usePlaceIfAny(): PlaceData | undefined {
  return useRouteLoaderData<PlaceData>('place')
}

/** Asks whether the operator's role at the page's place includes an operation. */
export function useMay(): (operation: string) => boolean {
  const { project, workspace } = usePlace()
  const may = project?.may ?? workspace.may
  return (operation) => may.includes(operation)
}
