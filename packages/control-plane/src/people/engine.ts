import { z } from 'zod'

import type { ProjectAdmin } from '../model/project-host.ts'

const versioned = z.looseObject({ version: z.string() })

/** What answers for a project, so that callers can tell what it has. */
export async function engineOf(admin: ProjectAdmin): Promise<{ kind: ProjectAdmin['kind']; version: string }> {
  const answer = await admin.ask('GET', '/admin/version')
  const said: unknown = answer.ok ? await answer.json().catch(() => undefined) : undefined
  return { kind: admin.kind, version: versioned.safeParse(said).data?.version ?? '' }
}
