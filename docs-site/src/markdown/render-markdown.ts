import GithubSlugger from 'github-slugger'
import MarkdownIt, { type Token } from 'markdown-it'
import type { Section } from '../page.ts'
import { codeBlock, escaped } from './code.ts'

/** A document as HTML, with its title and sections. */
export interface RenderedMarkdown {
  readonly title: string
  readonly body: string
  readonly sections: readonly Section[]
}

/** Renders a document. `resolve` returns the targets of its links. Anchors are those of repository browsers. */
export function renderMarkdown(text: string, resolve: (href: string) => string | undefined): RenderedMarkdown {
  const markdown = createMarkdown()
  const tokens = markdown.parse(text, {})
  const sections = readSections(tokens)
  for (const { children } of tokens) for (const child of children ?? []) redirect(child, resolve)
  const title = sections.find(({ level }) => level === 1)?.heading ?? ''
  return { title, body: markdown.renderer.render(tokens, markdown.options, {}), sections }
}

function createMarkdown() {
  const markdown = new MarkdownIt({ html: true, linkify: true })
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
  const { rules } = markdown.renderer
  rules.fence = (tokens, index) => codeBlock(tokens[index]?.content ?? '', tokens[index]?.info ?? '')
  rules.code_block = (tokens, index) => codeBlock(tokens[index]?.content ?? '', '')
  rules.table_open = () => '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>\n'
  rules.table_close = () => '</table></div>\n'
  // An empty cell at the head of a table is no heading.
  rules.th_open = (tokens, index) => (tokens[index + 1]?.content === '' ? '<td>' : '<th scope="col">')
  rules.th_close = (tokens, index) => (tokens[index - 1]?.content === '' ? '</td>' : '</th>')
  rules.heading_open = (tokens, index) => {
    const tag = tokens[index]?.tag ?? ''
    const id = escaped(String(tokens[index]?.attrGet('id') ?? ''))
    return tag === 'h1' ? `<h1 id="${id}">` : `<${tag} id="${id}"><a class="self" href="#${id}">`
  }
  rules.heading_close = (tokens, index) => {
    const tag = tokens[index]?.tag ?? ''
    return tag === 'h1' ? '</h1>\n' : `</a></${tag}>\n`
  }
  return markdown
}

/** Gives headings their ids, and collects the text below each. */
function readSections(tokens: readonly Token[]): readonly Section[] {
  const slugger = new GithubSlugger()
  const sections: { id: string; heading: string; level: number; text: string }[] = []
  let below = { id: '', heading: '', level: 1, text: '' }
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const heading = plainText(tokens[index + 1])
      const id = slugger.slug(heading)
      token.attrSet('id', id)
      below = { id, heading, level: Number(token.tag.slice(1)), text: '' }
      sections.push(below)
    } else if (token.type === 'fence') below.text += ` ${token.content}`
    else if (token.type === 'inline' && tokens[index - 1]?.type !== 'heading_open') below.text += ` ${plainText(token)}`
  }
  return sections
}

function plainText(token: Token | undefined): string {
  const parts = (token?.children ?? []).map(({ type, content }) => (type.endsWith('break') ? ' ' : content))
  return parts.join('')
}

function redirect(token: Token, resolve: (href: string) => string | undefined): void {
  const name = token.type === 'link_open' ? 'href' : token.type === 'image' ? 'src' : undefined
  const address = name === undefined ? null : token.attrGet(name)
  if (name === undefined || address === null) return
  const resolved = resolve(String(address))
  if (resolved === undefined) token.attrs = (token.attrs ?? []).filter(([key]) => key !== name)
  else token.attrSet(name, resolved)
}
