import type { Changed } from '@gatehouse/client/control-plane'
import { type ImportFault, importFaults } from '@gatehouse/contract/operators'
import { redirect } from 'react-router'
import type { ProjectContext } from '../../control-plane/scope.server.ts'
import { refusedByControlPlane } from '../../failure/fail.server.ts'
import { faulty, refusedForm } from '../../form/faulty.server.ts'
import type { SubmittedForm } from '../../form/fields.server.ts'
import { sourceChoices } from '../../imports/source-names.ts'
import type { ConsoleRequest } from '../../request/console-request.ts'

/** Takes the facts about an export: its system, the names of its providers here, the parameters of its hashes. */
export async function changeSource(
  page: ConsoleRequest,
  scope: ProjectContext,
  about: { readonly params: { readonly import_id: string } },
  form: SubmittedForm,
  here: string,
) {
  const { providers: linked } = await scope.load('checkImport', about)
  const fields = linked.map((_, index) => `provider_${index}`)
  // Not the hash parameters: they are a secret.
  const keep = ['source', ...fields]
  const hash = form.text('hash')
  if (hash !== '') {
    const upload = { content: new Blob([hash]), type: 'text/plain' as const }
    const added = await scope.change('addImportFile', { ...about, query: {}, upload })
    if (added.kind === 'refused') {
      const fault = faultOf(added)
      if (fault === undefined) throw refusedByControlPlane(page, added.status, added.reason, added.id)
      const text = unreadable.has(fault) ? 'fault_hash' : (`fault_${fault}` as const)
      return faulty(form, { hash: page.t(`console_people:import.${text}`) }, keep, added.status)
    }
  }
  const named = linked.flatMap(({ there, here: usual }, index) => {
    const given = form.text(fields[index] ?? '')
    return [[there, given === '' ? usual : given]]
  })
  const source = sourceChoices.find((one) => one === form.text('source'))
  const body = { source, ...(named.length > 0 && { providers: Object.fromEntries(named) }) }
  const changed = await scope.change('updateImport', { ...about, body })
  if (changed.kind === 'done') return redirect(here, 303)
  const fault = faultOf(changed)
  if (fault === undefined) return refusedForm(form, changed, keep)
  return faulty(form, { source: page.t(`console_people:import.fault_${fault}`) }, keep, changed.status)
}

/** Faults that mean only that the pasted text is not hash parameters. */
const unreadable: ReadonlySet<ImportFault> = new Set(['other_source', 'no_columns', 'not_utf8'])

function faultOf({ details }: Extract<Changed<unknown>, { kind: 'refused' }>): ImportFault | undefined {
  return importFaults.find((one) => one === details?.['fault'])
}
