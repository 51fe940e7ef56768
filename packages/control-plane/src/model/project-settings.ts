import { corsBody } from '@gatehouse/contract/control-plane'
import { z } from 'zod'

import type { ConfigTree } from './project-host.ts'

const config = z.record(z.string(), z.unknown())

/** The stored form of a project's configuration. */
const settingsShape = z.strictObject({
  corsPublic: corsBody,
  corsAdmin: corsBody,
  /** Absent until the host has opened the project for the first time. */
  identityConfig: config.optional(),
  /** Whether it is a copy of the host's own configuration from another source. */
  isFixed: z.boolean().default(false),
  /** The look of the pages; stored for the programs that draw them. */
  accountExperience: config,
})

/** The settings of a project that its revisions contain. */
export interface ProjectSettings {
  readonly corsPublic: { readonly enabled: boolean; readonly origins: readonly string[] }
  readonly corsAdmin: { readonly enabled: boolean; readonly origins: readonly string[] }
  readonly identityConfig?: ConfigTree | undefined
  readonly isFixed: boolean
  readonly accountExperience: ConfigTree
}

/** The settings of a new project. */
export const initialSettings: ProjectSettings = {
  corsPublic: { enabled: false, origins: [] },
  corsAdmin: { enabled: false, origins: [] },
  isFixed: false,
  accountExperience: {},
}

/** Parses stored settings; any text that this package did not write is a bug. */
export function parseSettings(stored: unknown): ProjectSettings {
  return settingsShape.parse(stored)
}
