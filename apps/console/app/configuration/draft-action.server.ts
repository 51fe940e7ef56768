import { type data, redirect } from 'react-router'
import type { ProjectContext } from '../control-plane/scope.server.ts'
import type { SubmittedForm } from '../form/fields.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'
import { setNotice } from '../request/notice.server.ts'
import { type DraftAnswer, draftPage, saveDraft } from './draft.server.ts'

/** Answers the form that saves a reviewed draft, the same on every page that makes one. */
export async function saveReviewed(
  page: ConsoleRequest,
  scope: ProjectContext,
  form: SubmittedForm,
): Promise<Response | ReturnType<typeof data<DraftAnswer>>> {
  const saved = await saveDraft(scope, form.text('revision'), form.text('draft'))
  if (saved.kind !== 'saved') return draftPage(saved)
  noteSaved(page, saved.warnings)
  return redirect(`/w/${scope.workspace.slug}/p/${scope.project.slug}/configuration`, 303)
}

// A cookie carries it.
const longestWarning = 600

/** Tells the next page that a configuration counts, and what the control plane had to say about it. */
export function noteSaved(page: ConsoleRequest, warnings: readonly string[]): void {
  const all = warnings.join('; ')
  if (all === '') return setNotice(page, 'console_projects:configuration.saved')
  const shown = all.length > longestWarning ? `${all.slice(0, longestWarning)}…` : all
  setNotice(page, 'console_projects:configuration.saved_with_warnings', { warnings: shown })
}
