import { isDeepStrictEqual } from 'node:util'
import { data } from 'react-router'
import type { CallResult } from '@gatehouse/client/control-plane'
import type { FaultyForm } from '../form/faults.ts'
import { compare, type Comparison } from './compare.server.ts'
import { changesOf, valueIn, withValueIn } from '../json/changes.server.ts'
import { type ConfigTree, isTree } from './config-tree.ts'
import { readConfigText } from './config-text.server.ts'
import { type Effective, effectiveOf } from './effective.server.ts'
import { settingChanges, type SettingChange } from './setting-changes.server.ts'
import { configAt, type ConfigContext, presentConfig } from './project-document.server.ts'

/** The answer of an action about an unsaved configuration; `draft` is the whole of it, as JSON or YAML. */
export type DraftAnswer = { /** The form that it was made by, for a refusal. */ readonly made?: MadeBy | undefined } &
  /** To be looked at before it counts. An empty comparison: there is nothing to save. */
  (
    | {
        readonly kind: 'review'
        readonly draft: string
        readonly revision: string
        /** In words, as far as the forms have them. */
        readonly changes: readonly SettingChange[]
        readonly comparison: Comparison
      }
    /** Another operator saved first. `revision` is theirs. */
    | {
        readonly kind: 'stale'
        readonly draft: string
        readonly revision: string
        /** The other operator's changes. */
        readonly theirs: Comparison
        /** The changes that this draft would make to their revision. */
        readonly mine: Comparison
      }
    | { readonly kind: 'refused'; readonly draft: string; readonly reason: string; readonly faults: readonly string[] }
  )

/** The form of a draft, and its input. Never a secret. */
export type MadeBy = Pick<FaultyForm, 'intent' | 'typed'>

type Saved = { readonly kind: 'saved'; readonly warnings: readonly string[] }

/**
 * Applies the changes of a form to the configuration as it is now, for a review; `opened` is the revision that the form
 * was filled in with. A value that someone else changed too is shown beside theirs.
 */
export async function reviewChanges(
  scope: ConfigContext,
  opened: string,
  make: (base: ConfigTree, effective: Effective) => ConfigTree,
): Promise<DraftAnswer> {
  const [present, effective] = await Promise.all([presentConfig(scope), effectiveOf(scope)])
  const base = present.revision === opened ? present.config : await configAt(scope, opened)
  const changes = changesOf([], base, make(base, effective))
  const rebased = changes.reduce<unknown>((tree, { path, after }) => withValueIn(tree, path, after), present.config)
  const draft = isTree(rebased) ? rebased : {}
  const isContested = changes.some(({ path, before, after }) => {
    const now = valueIn(present.config, path)
    return !isDeepStrictEqual(now, before) && !isDeepStrictEqual(now, after)
  })
  if (isContested) return staleDraft(scope, opened, { tree: draft, text: JSON.stringify(draft) })
  return review(present.config, draft, present.revision, effective)
}

/** Makes a draft of the configuration at the revision of the form, and compares the two. */
export async function reviewDraft(
  scope: ConfigContext,
  revision: string,
  make: (base: ConfigTree, effective: Effective) => ConfigTree,
): Promise<DraftAnswer> {
  const [base, effective] = await Promise.all([baseOf(scope, revision), effectiveOf(scope)])
  return review(base, make(base, effective), revision, effective)
}

function review(base: ConfigTree, draft: ConfigTree, revision: string, effective: Effective): DraftAnswer {
  const changes = settingChanges(base, draft, effective)
  return { kind: 'review', draft: JSON.stringify(draft), revision, changes, comparison: compare(base, draft) }
}

/** Saves a draft, provided that the project is still at the revision it was made from. */
export async function saveDraft(scope: ConfigContext, revision: string, draft: string): Promise<Saved | DraftAnswer> {
  const read = readConfigText(draft)
  if (read.kind === 'faulty') {
    const faults = read.faults.map(({ text }) => text)
    return { kind: 'refused', draft, reason: faults.join('; '), faults }
  }
  const value = read.tree
  const body = [{ op: 'replace' as const, path: '/services/identity/config', value }]
  const params = { revision_id: revision }
  const saved = await scope.call('patchProjectWithRevision', { params, body })
  if (saved.kind === 'done') return { kind: 'saved', warnings: saved.body.warnings.map(({ message = '' }) => message) }
  if (saved.id === 'stale_revision') return staleDraft(scope, revision, { tree: value, text: draft })
  return refusedDraft(draft, saved)
}

/** The page again, with the status that fits. */
export function draftPage(answer: DraftAnswer): ReturnType<typeof data<DraftAnswer>> {
  return data(answer, { review: 200, stale: 409, refused: 400 }[answer.kind])
}

async function staleDraft(
  scope: ConfigContext,
  revision: string,
  draft: { readonly tree: ConfigTree; readonly text: string },
): Promise<DraftAnswer> {
  const [base, present] = await Promise.all([baseOf(scope, revision), presentConfig(scope)])
  const theirs = compare(base, present.config)
  const mine = compare(present.config, draft.tree)
  return { kind: 'stale', draft: draft.text, revision: present.revision, theirs, mine }
}

function refusedDraft(draft: string, refused: Extract<CallResult<unknown>, { kind: 'refused' }>): DraftAnswer {
  const { reason, faults } = refused
  return { kind: 'refused', draft, reason, faults }
}

async function baseOf(scope: ConfigContext, revision: string): Promise<ConfigTree> {
  const present = await presentConfig(scope)
  return present.revision === revision ? present.config : configAt(scope, revision)
}
