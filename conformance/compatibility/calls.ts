import { flowKinds } from '@gatehouse/contract/flows'
import type { Exchange } from '../scenarios/scenario.ts'

/** A call of the API: method and path, with `{…}` for variable parts. */
export type Call = string

const flowCalls: readonly Call[] = flowKinds.flatMap((kind) => [
  `GET /self-service/${kind}/browser`,
  `GET /self-service/${kind}/api`,
  `GET /self-service/${kind}/flows`,
  `POST /self-service/${kind}`,
])

/** The calls of the public API that the suite makes, in the order of the table. */
export const publicCalls: readonly Call[] = [
  ...flowCalls,
  'GET /self-service/settings',
  'GET /self-service/verification',
  'GET /self-service/logout/browser',
  'GET /self-service/logout',
  'DELETE /self-service/logout/api',
  'GET /self-service/errors',
  'GET /sessions/whoami',
  'HEAD /sessions/whoami',
  'GET /sessions',
  'DELETE /sessions',
  'DELETE /sessions/{id}',
  'GET /schemas',
  'GET /schemas/{id}',
  'GET /health/alive',
  'GET /health/ready',
]

/** The same of the admin API. */
export const adminCalls: readonly Call[] = [
  'GET /admin/identities',
  'POST /admin/identities',
  'PATCH /admin/identities',
  'GET /admin/identities/{id}',
  'PUT /admin/identities/{id}',
  'PATCH /admin/identities/{id}',
  'DELETE /admin/identities/{id}',
  'DELETE /admin/identities/{id}/credentials/{type}',
  'GET /admin/identities/{id}/sessions',
  'DELETE /admin/identities/{id}/sessions',
  'GET /admin/sessions',
  'GET /admin/sessions/{id}',
  'PATCH /admin/sessions/{id}/extend',
  'DELETE /admin/sessions/{id}',
  'POST /admin/recovery/code',
  'POST /admin/recovery/link',
  'GET /admin/courier/messages',
  'GET /admin/courier/messages/{id}',
  'GET /admin/health/alive',
  'GET /admin/health/ready',
  'GET /admin/version',
]

const variablePaths: Readonly<Record<string, Call>> = {
  'GET {link}': 'GET /self-service/verification',
  'GET {logoutUrl}': 'GET /self-service/logout',
}

/** Returns the call of a step; undefined if its path is of no call in the tables. */
export function callOf({ request, at }: Exchange): Call | undefined {
  const known = variablePaths[request]
  if (known !== undefined) return known
  const [path = ''] = request.split('?')
  return (at === 'admin' ? adminCalls : publicCalls).find((call) => isCall(call, path))
}

function isCall(call: Call, path: string): boolean {
  const wanted = call.split('/')
  const actual = path.split('/')
  return (
    wanted.length === actual.length && wanted.every((part, index) => part.startsWith('{') || part === actual[index])
  )
}
