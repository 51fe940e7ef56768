import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import type { HostedOrganization, HostedProject } from '@gatehouse/control-plane/service'

/**
 * Moves a closed project's folder to `exports/`, with the control plane's data about it in `project.json`. Returns its
 * path, relative to the data folder. Idempotent.
 */
export function archiveProject(
  data: string,
  folder: string,
  project: HostedProject,
  organizations: readonly HostedOrganization[],
): string {
  const target = join(data, 'exports', `${project.slug}-${project.id}`)
  mkdirSync(join(data, 'exports'), { recursive: true, mode: 0o700 })
  if (existsSync(folder) && !existsSync(target)) {
    const text = JSON.stringify({ ...project, organizations }, undefined, 2)
    writeFileSync(join(folder, 'project.json'), text, { mode: 0o600, flush: true })
    renameSync(folder, target)
  }
  return relative(data, target)
}
