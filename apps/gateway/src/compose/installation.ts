import { rmSync } from 'node:fs'
import { join } from 'node:path'

import type { Config } from '@gatehouse/config/config'
import { createControlPlane, type ControlPlane, type FirstKey } from '@gatehouse/control-plane/service'
import { embeddedServices } from './embedded-services.ts'
import { remoteControlPlane } from './remote-control-plane.ts'
import { openControlPlaneData } from '../data/project-databases.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { operatorDirectory } from '../projects/operator-directory.ts'
import type { WorkerRole } from '../cluster/role.ts'
import { findingsOf } from '../checks/findings.ts'
import type { ProjectHostDeps } from '../projects/host-state.ts'
import { createProjectHost, type GatewayProjects } from '../projects/project-host.ts'

/** The parts that exist only if the identity services are in this process. */
export interface Installation {
  readonly projects: GatewayProjects
  readonly controlPlane: ControlPlane
  /** The control plane's first key; absent when this was not the first start. */
  readonly firstKey: FirstKey | undefined
}

/** Opens the control plane and the projects that it knows. */
export async function openInstallation(
  config: Config,
  configFile: string | undefined,
  parts: Pick<ProjectHostDeps, 'log' | 'openSite' | 'branding'> & {
    readonly role: WorkerRole
    readonly metrics: Metrics
  },
): Promise<Installation> {
  const { log, openSite, branding, role, metrics } = parts
  const data = await openControlPlaneData(config)
  const keyFile = join(config.data, 'workspace-api-key')
  const projects = createProjectHost({
    config,
    configFile,
    log,
    openSite,
    services: embeddedServices(role.isShared, metrics),
    branding,
    findings: findingsOf(config),
    storedImage: (projectId, name) => controlPlane.brandingAsset(projectId, name),
    policy: {
      roleOfKey: (headers, projectId) => controlPlane.roleOfKey(headers, projectId),
      projectAdmin: (projectId, by) => controlPlane.projectAdmin(projectId, by),
      isOperator: (identityId) => controlPlane.isOperator(identityId),
    },
  })
  const controlPlane: ControlPlane = createControlPlane({
    ...data,
    host: { ...projects, publish: async () => role.awaitApplied(await controlPlane.catchUp()) },
    operators: operatorDirectory(() => projects.main().adminClient),
    firstStart: { name: config.brandName, keyFile, environment: config.dev ? 'dev' : 'prod' },
    eventsOf: (projectId) => projects.find(projectId)?.runtime.service().events,
    // In development, mails stay in the process; access must not depend on them.
    provesOwners: () => !config.dev && projects.main().runtime.service().carriesMail,
    clock: () => projects.now(),
    delivery: { reach: config.dev ? 'loopback' : 'public' },
    remote: remoteControlPlane(config.otherControlPlane),
    onDelivery: (result) => metrics.delivery({ kind: 'event', result }),
    log,
  })
  try {
    const firstKey = await controlPlane.firstStart()
    await controlPlane.openProjects()
    await role.onChanges(() => controlPlane.catchUp())
    // Earlier versions kept uploaded files of people here, for a day.
    rmSync(join(config.data, 'console', 'imports'), { recursive: true, force: true })
    return { projects, controlPlane, firstKey }
  } catch (error) {
    await controlPlane.stop()
    await projects.stop()
    throw error
  }
}
