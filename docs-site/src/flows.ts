import { readFileSync, globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { diagram } from './markdown/code.ts'
import type { Page } from './page.ts'

/** Returns the page with the states of every flow, from the charts that are drawn from the tables of the program. */
export function flowsPage(root: string): Page {
  const charts = globSync('docs/flows/*.mermaid', { cwd: root })
    .toSorted()
    .map((file) => ({ name: basename(file, '.mermaid'), code: readFileSync(join(root, file), 'utf8') }))
  if (charts.length === 0) throw new Error('docs/flows has no chart')
  const titleOf = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1)
  const parts = charts.map(
    ({ name, code }) =>
      `<h2 id="${name}"><a class="self" href="#${name}">${titleOf(name)}</a></h2>\n${diagram(code, `States of ${name}`)}`,
  )
  const intro =
    'What state a flow can be in, and what leads from one to the next: as the identity service has it in its tables.'
  return {
    path: 'flows.html',
    title: 'States of the flows',
    body: `<h1>States of the flows</h1>\n<p>${intro}</p>\n${parts.join('\n')}`,
    sections: [
      { id: '', heading: 'States of the flows', level: 1, text: intro },
      ...charts.map(({ name, code }) => ({
        id: name,
        heading: titleOf(name),
        level: 2,
        text: code.replaceAll(/\W+/g, ' '),
      })),
    ],
    kind: 'reference',
  }
}
