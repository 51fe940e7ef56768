import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { flowKinds, type FlowKind } from '@gatehouse/contract/flows'

/** A page in one of its states, and the address that draws it. */
export interface PreviewState {
  readonly name: string
  readonly path: string
}

const folder = fileURLToPath(new URL('../../../../../packages/flow-form/fixtures', import.meta.url))

/** TABLE: pages without a flow, and error pages. */
const pages: readonly PreviewState[] = [
  { name: 'overview', path: '/' },
  { name: 'organization-unknown', path: '/login?flow=login&organization=preview' },
  { name: 'devices', path: '/sessions' },
  { name: 'activity', path: '/activity' },
  { name: 'your-data', path: '/settings/data' },
  { name: 'sign-out', path: '/logout' },
  { name: 'account-deleted', path: '/goodbye' },
  { name: 'consent', path: '/consent?consent_challenge=preview' },
  { name: 'consent-other-person', path: '/consent?consent_challenge=other-person' },
  { name: 'consent-over', path: '/consent?consent_challenge=over' },
  { name: 'application-sign-out', path: '/logout?logout_challenge=preview' },
  { name: 'device-code', path: '/device?device_challenge=preview&user_code=WDJB-MJHT' },
  { name: 'device-done', path: '/device/done' },
  { name: 'error', path: '/error?id=preview' },
  { name: 'not-found', path: '/nowhere' },
  { name: 'too-many', path: '/login?flow=too-many' },
  { name: 'service-away', path: '/login?flow=service-away' },
]

/** The flows that there are examples of, by name. Each is a flow as a service sends it. */
export function exampleFlows(): ReadonlyMap<string, { readonly kind: FlowKind; readonly json: string }> {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  return new Map(
    names.map((file) => {
      const name = file.replace(/\.json$/, '')
      const kind = flowKinds.find((one) => name.startsWith(one)) ?? 'registration'
      return [name, { kind, json: readFileSync(`${folder}/${file}`, 'utf8') }]
    }),
  )
}

/** Returns every state that the preview can show. */
export function previewStates(): readonly PreviewState[] {
  const flows = [...exampleFlows()].map(([name, { kind }]) => ({ name, path: `/${kind}?flow=${name}` }))
  // The page that most people see first.
  return [...flows.filter(({ name }) => name === 'login'), ...flows.filter(({ name }) => name !== 'login'), ...pages]
}
