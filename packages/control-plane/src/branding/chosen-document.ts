import type { BrandingPart } from '@gatehouse/contract/control-plane'

import { RefusalError } from '../http/answer.ts'
import type { ConfigTree } from '../model/project-host.ts'
import type { RevisionStore } from '../model/revision-store.ts'
import type { Project } from '../model/project-store.ts'
import { documentIn } from '../projects/branding-document.ts'
import type { DraftStore } from './draft-store.ts'

/** The stores of documents. */
export interface DocumentDeps {
  readonly drafts: DraftStore
  readonly revisions: RevisionStore
}

/** Returns the chosen document: `published`, that of a version, or else the draft if there is one. */
export async function chosenDocument(
  { drafts, revisions }: DocumentDeps,
  project: Project,
  part: BrandingPart,
  version: string | undefined,
): Promise<ConfigTree> {
  if (version === undefined) {
    const draft = await drafts.find(project.id, part)
    return draft?.document ?? documentIn(project.settings, part)
  }
  if (version === 'published') return documentIn(project.settings, part)
  const revision = await revisions.find(project.id, version)
  if (revision === undefined) throw new RefusalError({ code: 404, reason: 'The project has no version of this id.' })
  return documentIn(revision.settings, part)
}
