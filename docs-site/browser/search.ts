import { createIndex, find, type SearchDocument } from './search-index.ts'

const mostResults = 12
const excerptLength = 140

interface Parts {
  readonly input: HTMLInputElement
  readonly results: HTMLElement
  readonly count: HTMLElement
  /** The site's folder, from this page. */
  readonly root: string
}

/** Shows results while the reader types. The index is loaded at the first use of the field. */
export function startSearch({ input, results, count, root }: Parts): void {
  let loading: ReturnType<typeof load> | undefined
  const ready = () => (loading ??= load(root))
  let asked = 0
  const answer = async () => {
    const query = input.value.trim()
    asked += 1
    const turn = asked
    if (query === '') return hide()
    try {
      const { index, documents } = await ready()
      if (turn !== asked) return
      show(find(index, documents, query, mostResults), query)
    } catch {
      loading = undefined
      say('The search could not be loaded. Try again.')
      results.replaceChildren(paragraph('The search could not be loaded. Try again.'))
      results.hidden = false
    }
  }
  const show = (found: readonly SearchDocument[], query: string) => {
    const list = document.createElement('ul')
    list.append(...found.map((one) => entry(one, query, root)))
    results.replaceChildren(found.length === 0 ? paragraph(`Nothing has “${query}”.`) : list)
    results.hidden = false
    say(found.length === 0 ? 'No results' : found.length === 1 ? '1 result' : `${found.length} results`)
  }
  const hide = () => {
    results.hidden = true
    results.replaceChildren()
    say('')
  }
  const say = (text: string) => (count.textContent = text)
  const links = () => [...results.querySelectorAll('a')]
  input.addEventListener('focus', () => void ready().catch(() => undefined))
  input.addEventListener('input', () => void answer())
  document.addEventListener('keydown', (event) => {
    const { key, target } = event
    const isTyping = target instanceof HTMLElement && target.closest('input, textarea, select') !== null
    if (key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault()
      input.select()
      return
    }
    if (results.hidden) return
    if (key === 'Escape') {
      hide()
      input.focus()
    }
    if (key === 'Enter' && target === input) links()[0]?.click()
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return
    const stops: readonly HTMLElement[] = [input, ...links()]
    const at = stops.findIndex((stop) => stop === document.activeElement)
    if (at < 0) return
    event.preventDefault()
    stops[Math.min(Math.max(at + (key === 'ArrowDown' ? 1 : -1), 0), stops.length - 1)]?.focus()
  })
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !results.contains(target) && target !== input) hide()
  })
  // A link within the same page loads nothing, so the list has to hide itself.
  results.addEventListener('click', ({ target }) => target instanceof Element && target.closest('a') && hide())
}

async function load(root: string) {
  const answer = await fetch(`${root}/search.json`)
  if (!answer.ok) throw new Error(`search.json: ${answer.status}`)
  const all = (await answer.json()) as readonly SearchDocument[]
  return { index: createIndex(all), documents: new Map(all.map((one) => [one.id, one] as const)) }
}

function entry({ id, page, heading, text }: SearchDocument, query: string, root: string): HTMLLIElement {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = `${root}/${id}`
  const title = document.createElement('strong')
  title.textContent = heading === '' ? page : heading
  link.append(title)
  if (heading !== '') link.append(small(page))
  const excerpt = excerptOf(text, query)
  if (excerpt !== '') link.append(paragraph(excerpt))
  item.append(link)
  return item
}

/** Returns the text around the first word of the query. */
function excerptOf(text: string, query: string): string {
  const lower = text.toLowerCase()
  const found = query
    .toLowerCase()
    .split(/\s+/)
    .map((word) => lower.indexOf(word))
    .filter((at) => at >= 0)
  const from = Math.max(0, Math.min(...found, text.length) - excerptLength / 4)
  const start = found.length === 0 ? 0 : from
  const cut = text.slice(start, start + excerptLength).trim()
  return `${start > 0 ? '… ' : ''}${cut}${start + excerptLength < text.length ? ' …' : ''}`
}

function paragraph(text: string): HTMLParagraphElement {
  const element = document.createElement('p')
  element.textContent = text
  return element
}

function small(text: string): HTMLElement {
  const element = document.createElement('small')
  element.textContent = text
  return element
}
