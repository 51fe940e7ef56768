import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createControlPlaneApi } from '@gatehouse/client/control-plane'
import type { Config } from '@gatehouse/config/config'
import type { Gateway } from './compose.ts'
import type { DemoInstallation } from './devtools/demo/demo-installation.ts'

/** The parts of a gateway in development mode that a demonstration is put into, called with its first key. */
export async function openDemo(config: Config, gateway: Gateway): Promise<DemoInstallation> {
  const { operators, installation } = gateway
  const project = installation?.projects.main()
  if (operators === undefined || installation === undefined || project?.devtools === undefined)
    throw new Error('a gateway in development mode has a control plane and a clock')
  const { controlPlane } = operators
  const key = (await readFile(join(config.data, 'workspace-api-key'), 'utf8')).trim()
  const api = createControlPlaneApi({
    baseUrl: config.consoleUrl.origin,
    send: (request) => {
      request.headers.set('authorization', `Bearer ${key}`)
      return controlPlane.fetch(request)
    },
  })
  const listed = await api.call('listWorkspaces')
  const workspaceId = listed.kind === 'done' ? listed.body.workspaces[0]?.id : undefined
  if (workspaceId === undefined) throw new Error('an installation has a workspace')
  return {
    admin: project.adminClient,
    api,
    projectId: project.project.id,
    workspaceId,
    clock: project.devtools.clock,
    ask: (path, init, { address }) => {
      const headers = new Headers(init.headers)
      headers.set('host', config.publicUrl.host)
      return gateway.edge(new Request(new URL(path, config.publicUrl), { ...init, headers }), address)
    },
    settled: async () => {
      await project.runtime.service().idle()
      await controlPlane.idle()
    },
  }
}
