import highlighter from 'highlight.js/lib/common'
import { renderMermaidSVG } from 'beautiful-mermaid'

/** Escapes a text for HTML, for attributes as well. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** Renders a sentence with names in backticks. */
export function withNames(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

/** Returns a block of code as HTML. `info`: its language and, if it is a file, the file's name. */
export function codeBlock(code: string, info: string): string {
  const [language = '', name] = info.trim().split(/\s+/, 2)
  if (language === 'mermaid') return diagram(code)
  const isKnown = highlighter.getLanguage(language) !== undefined
  const marked = isKnown ? highlighter.highlight(code, { language }).value : escaped(code)
  const caption = name === undefined ? '' : `<figcaption>${escaped(name)}</figcaption>`
  // Wide lines are scrolled, by the keyboard as well.
  return `<figure class="code">${caption}<pre tabindex="0"><code>${marked}</code></pre></figure>\n`
}

/** Of the design: names of its properties, so that the drawing follows the look. */
const colours = {
  bg: 'var(--card)',
  fg: 'var(--text)',
  line: 'var(--text-quiet)',
  // Inside of the drawing `--accent` is its own.
  accent: 'var(--drawn)',
  muted: 'var(--text-quiet)',
  surface: 'var(--sunken)',
  border: 'var(--line-strong)',
}

/** Draws a chart in Mermaid's language while the site is built. */
export function diagram(code: string, name = 'Diagram'): string {
  const title = /^\s*title "([^"]+)"/m.exec(code)?.[1] ?? name
  // The renderer takes a comma inside of a label for the end of it.
  const drawable = code.replaceAll(/^\s*x-axis .*$/gm, (axis) =>
    axis.replaceAll(/"[^"]*"/g, (label) => label.replaceAll(',', '')),
  )
  const drawn = renderMermaidSVG(drawable, { ...colours, transparent: true, font: 'system-ui' })
    // It would fetch a font from another host.
    .replaceAll(/@import url\([^)]*\);?/g, '')
  const text = `<details><summary>As text</summary><pre tabindex="0"><code>${escaped(code)}</code></pre></details>`
  return `<figure class="diagram"><div class="drawing" role="img" aria-label="${escaped(title)}" tabindex="0">${drawn}</div>${text}</figure>\n`
}
