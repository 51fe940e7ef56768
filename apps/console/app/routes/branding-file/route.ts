import type { LoaderFunctionArgs } from 'react-router'
import { enterOwnProject } from '../../control-plane/scope.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'

/** A picture or a font of the brand, for its editor. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const scope = await enterOwnProject(consoleRequestOf(context), params, 'configuration')
  return scope.fetch('getBrandingAsset', { params: { asset: params['file'] ?? '' } })
}
