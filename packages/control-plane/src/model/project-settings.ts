import { corsBody } from '@gatehouse/contract/control-plane'
import { z } from 'zod'

import type { ConfigTree } from './project-host.ts'

const config = z.record(z.string(), z.unknown())

/** What a project's configuration consists of, as it is stored. */
const settingsShape = z.strictObject({
  corsPublic: corsBody,
  corsAdmin: corsBody,
  /** Absent until the host has opened the project for the first time. */
  identityConfig: config.optional(),
  /** It is a copy of what the host has from somewhere else. */
  isFixed: z.boolean().default(false),
  /** How the pages look; kept for those who draw them. */
  accountExperience: config,
})

/** What of a project its revisions keep. */
export interface ProjectSettings {
  readonly corsPublic: { readonly enabled: boolean; readonly origins: readonly string[] }
  readonly corsAdmin: { readonly enabled: boolean; readonly origins: readonly string[] }
  readonly identityConfig?: ConfigTree | undefined
  readonly isFixed: boolean
  readonly accountExperience: ConfigTree
}

/** What a new project begins with. */
export const initialSettings: ProjectSettings = {
  corsPublic: { enabled: false, origins: [] },
  corsAdmin: { enabled: false, origins: [] },
  isFixed: false,
  accountExperience: {},
}

/** Reads stored settings; anything else than what this package wrote is a bug. */
export function parseSettings(stored: unknown): ProjectSettings {
  return settingsShape.parse(stored)
}
