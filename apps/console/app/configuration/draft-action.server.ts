import { data, redirect } from 'react-router'
import { z } from 'zod'
import { pageHere } from '../control-plane/list.server.ts'
import type { ProjectContext } from '../control-plane/scope.server.ts'
import type { FaultyForm } from '../form/faults.ts'
import type { SubmittedForm } from '../form/fields.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'
import { setNotice } from '../request/notice.server.ts'
import { type DraftAnswer, draftPage, type MadeBy, saveDraft } from './draft.server.ts'

/** Answers the form that saves a reviewed draft or returns to the editor, the same on every page that makes one. */
export async function saveReviewed(
  page: ConsoleRequest,
  scope: ProjectContext,
  form: SubmittedForm,
): Promise<Response | ReturnType<typeof data<DraftAnswer | FaultyForm>>> {
  const made = readMadeBy(form.text('made'))
  if (form.text('back') !== '') return made === undefined ? redirect(pageHere(page), 303) : formAgain(made)
  const saved = await saveDraft(scope, form.text('revision'), form.text('draft'))
  if (saved.kind === 'refused' && made !== undefined) {
    return data<FaultyForm>(
      { kind: 'faulty', ...made, faults: placed(saved, (name) => Object.hasOwn(made.typed, name)) },
      400,
    )
  }
  if (saved.kind !== 'saved') return draftPage({ ...saved, made })
  noteSaved(page, saved.warnings)
  return redirect(`/w/${scope.workspace.slug}/p/${scope.project.slug}/configuration`, 303)
}

/** Returns the form of a draft, with its input. It has no faults. */
export function formAgain(made: MadeBy): ReturnType<typeof data<FaultyForm>> {
  return data<FaultyForm>({ kind: 'faulty', ...made, faults: { fields: {} } }, 200)
}

/** Assigns each fault to the field that the last name of its path names; the rest goes above the form. */
export function placed(
  { reason, faults }: Pick<Refused, 'reason' | 'faults'>,
  isField: (name: string) => boolean,
): FaultyForm['faults'] {
  const found = faults.map((fault) => ({ fault, field: /\.(\w+) /.exec(fault)?.[1] ?? '' }))
  const beside = found.filter(({ field }) => isField(field))
  const rest = found.filter((one) => !beside.includes(one)).map(({ fault }) => fault)
  const form = faults.length === 0 ? reason : rest.join('; ')
  return {
    fields: Object.fromEntries(beside.map(({ fault, field }) => [field, fault])),
    form: form === '' ? undefined : form,
  }
}

type Refused = Extract<DraftAnswer, { readonly kind: 'refused' }>

const madeBy = z.object({ intent: z.string(), typed: z.record(z.string(), z.string()) })

/** The form that a draft was made by; undefined: none that could be filled in again. */
function readMadeBy(text: string): MadeBy | undefined {
  try {
    return madeBy.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

// A cookie carries it.
const longestWarning = 600

/** Puts a notice on the next page: the configuration counts, with the control plane's warnings. */
export function noteSaved(page: ConsoleRequest, warnings: readonly string[]): void {
  const all = warnings.join('; ')
  if (all === '') return setNotice(page, 'console_projects:configuration.saved')
  const shown = all.length > longestWarning ? `${all.slice(0, longestWarning)}…` : all
  setNotice(page, 'console_projects:configuration.saved_with_warnings', { warnings: shown })
}
