import { escaped } from './markdown/code.ts'
import { relativeTo } from './markdown/links.ts'
import type { Page } from './page.ts'

/** Returns the page that lists the decision records, by their numbers. */
export function decisionsPage(records: readonly Page[]): Page {
  const path = 'decisions/index.html'
  const rows = records.map(
    ({ path: record, title }) => `<li><a href="${relativeTo(path, record)}">${escaped(title)}</a></li>`,
  )
  const body = `<h1>Decisions</h1>
<p>Why it is the way it is: each decision with its reasons, when it was taken and since.</p>
<ul>${rows.join('\n')}</ul>`
  const sections = [{ id: '', heading: 'Decisions', level: 1, text: '' }]
  return { path, title: 'Decisions', body, sections, kind: 'explanation' }
}
