import { renderSettingsTable } from '@gatehouse/config/config'
import { renderOperations, projectEvents } from '@gatehouse/control-plane/documentation'
import {
  renderEvents,
  identityEvents,
  drawChart,
  loginTransitions,
  recoveryTransitions,
  registrationTransitions,
  settingsTransitions,
  verificationTransitions,
} from '@gatehouse/identity/documentation'
import { renderIndex } from './document-index.ts'
import { renderLaterTests } from './later-tests.ts'
import { renderReturnTo } from './return-to.ts'

/** A file, or the part of one between two marks, that is drawn from a table of the program. */
export interface GeneratedDocument {
  readonly path: string
  /** The part's name in `<!-- generated: name -->` … `<!-- /generated -->`; absent: the whole file. */
  readonly part?: string
  render(): string
}

/** Everything in docs/ that is drawn from the program. */
// prettier-ignore
export const documents: readonly GeneratedDocument[] = [
  { path: 'docs/README.md', render: renderIndex },
  { path: 'docs/reference/settings.md', part: 'settings', render: renderSettingsTable },
  { path: 'docs/reference/events.md', part: 'identity-events', render: () => renderEvents(identityEvents) },
  { path: 'docs/reference/control-plane.md', part: 'operations', render: renderOperations },
  { path: 'docs/reference/events.md', part: 'project-events', render: () => renderEvents(projectEvents) },
  { path: 'CONTRIBUTING.md', part: 'later-tests', render: renderLaterTests },
  { path: 'docs/return-to.md', render: renderReturnTo },
  { path: 'docs/flows/login.mermaid',        render: () => drawChart(loginTransitions) },
  { path: 'docs/flows/registration.mermaid', render: () => drawChart(registrationTransitions) },
  { path: 'docs/flows/settings.mermaid',     render: () => drawChart(settingsTransitions) },
  { path: 'docs/flows/recovery.mermaid',     render: () => drawChart(recoveryTransitions) },
  { path: 'docs/flows/verification.mermaid', render: () => drawChart(verificationTransitions) },
]

/** Returns the file's text with its generated part brought up to date. Throws if the marks of the part are missing. */
export function updated(document: GeneratedDocument, text: string): string {
  if (document.part === undefined) return document.render()
  const start = `<!-- generated: ${document.part} -->\n`
  const end = '<!-- /generated -->'
  const from = text.indexOf(start)
  const to = text.indexOf(end, from)
  if (from < 0 || to < 0) throw new Error(`${document.path} lacks ${start.trim()} … ${end}`)
  return text.slice(0, from + start.length) + document.render() + text.slice(to)
}
