import '@gatehouse/design/tokens.css'
import '@gatehouse/design/base.css'
import './site.css'
import './article.css'
import { startCopy } from './copy.ts'
import { startLook } from './look.ts'
import { startSearch } from './search.ts'

const input = document.querySelector<HTMLInputElement>('#search')
const results = document.querySelector<HTMLElement>('#search-results')
const count = document.querySelector<HTMLElement>('#search-count')
const look = document.querySelector<HTMLButtonElement>('.look-button')
if (input && results && count) startSearch({ input, results, count, root: document.body.dataset['root'] ?? '.' })
if (look) startLook(look)
startCopy(document.querySelectorAll<HTMLElement>('figure.code'))
// A wide window has the contents beside the page; a narrow one opens them, and shows the current entry.
document.querySelector('#contents')?.addEventListener('toggle', () => {
  document.querySelector('#contents [aria-current]')?.scrollIntoView({ block: 'center' })
})
