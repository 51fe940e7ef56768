import { z } from 'zod'

import type { ProjectAdmin } from '../model/project-host.ts'

const versioned = z.looseObject({ version: z.string() })

/** Returns the kind and version of a project's identity service, so that callers know its features. */
export async function engineOf(admin: ProjectAdmin): Promise<{ kind: ProjectAdmin['kind']; version: string }> {
  const answer = await admin.ask('GET', '/admin/version')
  const said: unknown = answer.ok ? await answer.json().catch(() => undefined) : undefined
  return { kind: admin.kind, version: versioned.safeParse(said).data?.version ?? '' }
}
