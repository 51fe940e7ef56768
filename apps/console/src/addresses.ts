import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../app/routes.ts'

/** An address of the console. */
export interface ConsoleAddress {
  /** As the router has it, such as `/w/:workspace/p/:project/people`. */
  readonly pattern: string
  /** Its module, below `app`. */
  readonly file: string
  /** Whether the frame of a workspace is around it. */
  readonly isInside: boolean
}

/** The module of that frame, below `app`. */
export const workspaceFrame = 'routes/scope/route.tsx'

/** Every address of the console's route table, those without a page included. */
export const consoleAddresses: readonly ConsoleAddress[] = addressesIn(routes, '', false)

function addressesIn(
  entries: readonly RouteConfigEntry[],
  before: string,
  isInside: boolean,
): readonly ConsoleAddress[] {
  return entries.flatMap(({ path = '', file, children }) => {
    const pattern = `${before}${path === '' ? '' : `/${path}`}`
    return children === undefined
      ? [{ pattern: pattern === '' ? '/' : pattern, file, isInside }]
      : addressesIn(children, pattern, isInside || file === workspaceFrame)
  })
}
