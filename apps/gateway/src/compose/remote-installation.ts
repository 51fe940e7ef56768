import { join } from 'node:path'

import type { AdminClient } from '@gatehouse/client/admin-client'
import type { Config, IdentitySource } from '@gatehouse/config/config'
import {
  type ProjectAdmin,
  type ProjectHost,
  createControlPlane,
  type ControlPlane,
  type FirstKey,
} from '@gatehouse/control-plane/service'
import { tracedFetch } from '@gatehouse/platform/outbound'
import { remoteControlPlane } from './remote-control-plane.ts'
import type { Log } from '@gatehouse/platform/log'
import { openControlPlaneData } from '../data/project-databases.ts'
import type { WorkerRole } from '../cluster/role.ts'
import { operatorDirectory } from '../projects/operator-directory.ts'

type RemoteSource = Extract<IdentitySource, { kind: 'remote' }>

/** A control plane before an identity service that another party runs. */
export interface RemoteControlPlane {
  readonly controlPlane: ControlPlane
  /** The control plane's first key; absent when this was not the first start. */
  readonly firstKey: FirstKey | undefined
}

/** Opens a control plane with one project, a remote identity service, whose people are the operators. */
export async function openRemoteControlPlane(
  config: Config,
  source: RemoteSource,
  parts: { readonly log: Log; readonly adminClient: AdminClient; readonly role: WorkerRole },
): Promise<RemoteControlPlane> {
  const { log, adminClient, role } = parts
  const keyFile = join(config.data, 'workspace-api-key')
  const data = await openControlPlaneData(config)
  const controlPlane: ControlPlane = createControlPlane({
    ...data,
    host: remoteHost(config, source, async () => role.awaitApplied(await controlPlane.catchUp())),
    operators: operatorDirectory(() => adminClient),
    firstStart: { name: config.brandName, keyFile, environment: config.dev ? 'dev' : 'prod' },
    delivery: { reach: config.dev ? 'loopback' : 'public' },
    remote: remoteControlPlane(config.otherControlPlane),
    log,
  })
  try {
    const firstKey = await controlPlane.firstStart()
    await controlPlane.openProjects()
    await role.onChanges(() => controlPlane.catchUp())
    return { controlPlane, firstKey }
  } catch (error) {
    await controlPlane.stop()
    throw error
  }
}

const remoteReason = 'The identity service is remote (KRATOS_PUBLIC_URL)'

/**
 * Returns a host with one project: the remote service. It has its own configuration, and there is no second project.
 */
function remoteHost({ publicUrl }: Config, source: RemoteSource, publish: ProjectHost['publish']): ProjectHost {
  const admin = adminOf(source)
  const applied = { kind: 'applied', config: {}, warnings: [], isFixed: true } as const
  return {
    isRemote: true,
    addressOf: ({ isDefault }) =>
      isDefault
        ? { kind: 'address', url: publicUrl }
        : { kind: 'none', why: `${remoteReason}: further projects need the embedded one.` },
    open: async () => applied,
    apply: async ({ identityConfig = {} }) =>
      Object.keys(identityConfig).length === 0
        ? applied
        : { kind: 'refused', faults: [`services.identity.config: ${remoteReason}, so it is configured there`] },
    noOrganizations: `${remoteReason}: organizations need the embedded one.`,
    setOrganizations: async () => {},
    adminOf: () => admin,
    connectionsOf: () => undefined,
    publish,
    close: async () => {},
    remove: async () => {
      throw new Error('the only project cannot be removed')
    },
  }
}

const timeoutMs = 15_000

function adminOf({ adminUrl, publicUrl, projectToken }: RemoteSource): ProjectAdmin | undefined {
  if (adminUrl === undefined) return undefined
  const authorization = projectToken === undefined ? {} : { authorization: `Bearer ${projectToken.reveal()}` }
  const at = (base: URL, path: string) => `${base.href.replace(/\/$/, '')}${path}`
  const call = tracedFetch('identity_engine')
  const send = async (url: string, init: RequestInit): Promise<Response> => {
    try {
      return await call(new Request(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) }))
    } catch {
      const reason = 'The identity service does not answer at its admin API.'
      return Response.json({ error: { code: 503, reason } }, { status: 503 })
    }
  }
  return {
    kind: 'remote',
    ask: (method, path, { body } = {}) => {
      const headers = { ...authorization, ...(body && { 'content-type': 'application/json' }) }
      return send(at(adminUrl, path), { method, headers, ...(body && { body }) })
    },
    readPublic: (path) => send(at(publicUrl, path), {}),
  }
}
