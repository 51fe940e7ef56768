import type { BrandingPart } from '@gatehouse/contract/control-plane'
import { isDeepStrictEqual } from 'node:util'

import type { ConfigTree } from '../model/project-host.ts'
import type { ProjectSettings } from '../model/project-settings.ts'

type Experience = Pick<ProjectSettings, 'accountExperience'>

/** Returns a part of the branding in the settings; empty if it is absent, or no document. */
export function documentIn({ accountExperience }: Experience, part: BrandingPart): ConfigTree {
  const found = accountExperience[part]
  return isTree(found) ? found : {}
}

/** The parts in which two settings differ. */
export function changedParts(before: Experience, after: Experience): readonly BrandingPart[] {
  return (['brand', 'mails'] as const).filter(
    (part) => !isDeepStrictEqual(before.accountExperience[part], after.accountExperience[part]),
  )
}

/** The stored files that a document names. */
export function namedAssets(document: unknown): readonly string[] {
  if (typeof document === 'string') return document.startsWith(prefix) ? [document.slice(prefix.length)] : []
  return typeof document === 'object' && document !== null ? Object.values(document).flatMap(namedAssets) : []
}

const prefix = 'asset:'

function isTree(value: unknown): value is ConfigTree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
