import { useRouteLoaderData } from 'react-router'
import type { loader } from '../root.tsx'

/** What every page knows: language, theme, brand. Absent only where the application itself failed to start. */
export function useRootData(): Awaited<ReturnType<typeof loader>> | undefined {
  return useRouteLoaderData<typeof loader>('root')
}
