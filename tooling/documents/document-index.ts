import { posix } from 'node:path'
import { navigation } from '@gatehouse/docs-site/navigation'

/** The pages that exist on the documentation site alone: where a repository browser finds the same. */
const drawn: Readonly<Record<string, string>> = {
  'decisions/index.html': 'docs/decisions',
  'flows.html': 'docs/flows',
}

const index = 'docs/README.md'

/** Draws docs/README.md: every document, in the order of the navigation. */
export function renderIndex(): string {
  const groups = navigation.map(({ title, entries }) => {
    const lines = entries.flatMap((entry) => {
      const target = entry.isDrawn === true ? drawn[entry.source] : entry.source
      return target === undefined || target === index ? [] : [`- [${entry.title}](${posix.relative('docs', target)})`]
    })
    return `## ${title}\n\n${lines.join('\n')}\n`
  })
  return `# Documentation\n\nThe tutorial first; then a guide for each task; the reference for look-ups; explanations for reasons. \`npm run docs -- --serve\` shows it as a site with a search.\n\n${groups.join('\n')}`
}
