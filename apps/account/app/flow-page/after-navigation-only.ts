import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** A submit is answered with the flow itself; asking for it again would only cost a round trip. */
export function afterNavigationOnly({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionResult === undefined && defaultShouldRevalidate
}
