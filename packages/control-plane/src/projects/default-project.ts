import { text, tree, type ReadableDatabase } from '@gatehouse/platform/database'

import type { HostedProject } from '../model/project-host.ts'
import { hostedProject } from './present.ts'
import { parseSettings } from '../model/project-settings.ts'

/** The default project in a database that is only read. Undefined: none was created yet. */
export async function readDefaultProject(database: ReadableDatabase): Promise<HostedProject | undefined> {
  const row = await database.prepare('SELECT id, slug, name, settings FROM projects WHERE is_default = 1').get()
  if (row === undefined) return undefined
  const settings = parseSettings(tree(row, 'settings'))
  return hostedProject({
    id: text(row, 'id'),
    slug: text(row, 'slug'),
    name: text(row, 'name'),
    isDefault: true,
    settings,
  })
}
