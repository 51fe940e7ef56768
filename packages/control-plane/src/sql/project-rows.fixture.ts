import type { Database } from '@gatehouse/platform/database'

/** Inserts missing projects with a workspace into a database, for tests of rows that belong to projects. */
export async function addProjects(database: Database, ids: readonly string[]): Promise<void> {
  const workspace = database.prepare(
    `INSERT INTO workspaces (id, slug, name, access_policy, created_at, updated_at)
     VALUES ('w', 'w', 'W', 'CHECK_ACCESS_PERMISSION', 1, 1) ON CONFLICT DO NOTHING`,
  )
  const project = database.prepare(
    `INSERT INTO projects (id, workspace_id, slug, name, environment, home_region, state, revision_id, settings, created_at,
       updated_at) VALUES (?, 'w', ?, ?, 'dev', 'global', 'running', 'r', '{}', 1, 1) ON CONFLICT DO NOTHING`,
  )
  await database.write(async () => {
    await workspace.run()
    for (const id of ids) await project.run(id, id, id)
  })
}
