import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** A submit is answered with the flow itself; asking for it again would only cost a round trip. */
export function afterNavigationOnly({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === undefined && defaultShouldRevalidate
}
