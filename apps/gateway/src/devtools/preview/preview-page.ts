import type { DrawnPair } from '@gatehouse/config/brand'
import { html } from 'hono/html'
import { devtoolsPage, type DevtoolsPath } from '../devtools-page.ts'
import { drawnFrame } from '../drawn-frame.ts'
import { type BrandField, brandFields, fieldText, type TriedBrand } from './brand-fields.ts'
import type { PreviewState } from './preview-states.ts'

/** A page as one visitor would see it. */
export interface Look {
  readonly title: string
  readonly theme: 'light' | 'dark'
  readonly language: string
  readonly isPhone: boolean
}

/** TABLE: the looks that are shown side by side. */
export const looks: readonly Look[] = [
  { title: 'Light', theme: 'light', language: 'en', isPhone: false },
  { title: 'Dark', theme: 'dark', language: 'en', isPhone: false },
  { title: 'Right to left', theme: 'light', language: 'ar', isPhone: false },
  { title: 'On a phone', theme: 'light', language: 'en', isPhone: true },
  { title: 'On a phone, dark', theme: 'dark', language: 'en', isPhone: true },
]

/** The parts of the page. `frames` are whole documents, one for each look; `yaml` is the previewed brand as a file. */
export interface PreviewParts {
  readonly pages: readonly DevtoolsPath[]
  readonly states: readonly PreviewState[]
  readonly state: PreviewState
  readonly tried: TriedBrand
  readonly file: string | undefined
  readonly pairs: readonly DrawnPair[] | undefined
  readonly frames: readonly (Look & { readonly html: string })[]
  readonly yaml: string
  /** The form's values, for addresses that keep them. */
  readonly query: URLSearchParams
  readonly nonce: string
}

/**
 * Shows the pages with a brand, the contrast of its colours, and the brand as a file. Works without script, by
 * reloading.
 */
export function previewPage(parts: PreviewParts): Promise<Response> {
  const { pages, states, state, tried, file, frames, yaml, nonce } = parts
  return devtoolsPage({
    title: 'Preview',
    here: '/dev/preview',
    pages,
    wide: true,
    framed: { styleNonce: nonce },
    body: html`<p class="soft inline">
        ${file === undefined ? 'No gatehouse.yml says how the pages look: these are their own colours.' : html`The brand of <code>${file}</code>.`}
        What is tried here changes nothing: take it over into the file.
      </p>
      <form method="get" action="/dev/preview" aria-label="What to look at">
        <input type="hidden" name="tried" value="1" />
        <label>
          State
          <select name="state">
            ${states.map(({ name }) => html`<option value="${name}" ${name === state.name ? 'selected' : ''}>${name}</option>`)}
          </select>
        </label>
        ${brandFields.map((field) => input(field, fieldText(tried.document, field)))}
        <button class="main">Show</button>
        <a class="button" href="/dev/preview?state=${state.name}">As in the file</a>
      </form>
      ${faults(tried)}
      <div class="looks">
        ${frames.map(
          (frame) =>
            html`<figure class="${frame.isPhone ? 'phone' : ''}">
              <figcaption>${frame.title}</figcaption>
              <div class="glass">${drawnFrame(`${state.name}: ${frame.title}`, frame)}</div>
            </figure>`,
        )}
      </div>
      <p>${besides(parts)}</p>
      ${contrasts(parts)}
      <section class="card">
        <h2>As gatehouse.yml</h2>
        <p class="soft">
          Mark it and copy it, or <a href="/dev/preview.yml?${parts.query.toString()}">save it as a file</a>. Pictures
          stay where they are.
        </p>
        <label>The section “brand”<textarea readonly rows="14" spellcheck="false">${yaml}</textarea></label>
      </section>`,
  })
}

function input({ name, label, kind }: BrandField, text: string) {
  if (kind === 'density') {
    const words = ['', 'compact', 'comfortable', 'spacious']
    return html`<label>
      ${label}
      <select name="${name}">
        ${words.map((word) => html`<option value="${word}" ${word === text ? 'selected' : ''}>${word === '' ? 'as it is' : word}</option>`)}
      </select>
    </label>`
  }
  const hint = kind === 'colour' ? '#1f5f4a' : ''
  return html`<label>${label}<input name="${name}" value="${text}" placeholder="${hint}" autocomplete="off" /></label>`
}

function faults({ faults: found }: TriedBrand) {
  if (found.length === 0) return ''
  return html`<section class="card" role="alert">
    <h2>This cannot be used as it is</h2>
    <ul>
      ${found.map(({ subject, wrong, fix }) => html`<li><code>${subject}</code> ${wrong}.<br />Fix: ${fix}</li>`)}
    </ul>
    <p class="soft">Below are the pages with the brand of the file.</p>
  </section>`
}

/** The state before this one, and the one after it. */
function besides({ states, state, query }: PreviewParts) {
  const at = states.indexOf(state)
  const link = (target: PreviewState | undefined, word: string) => {
    if (target === undefined) return ''
    const next = new URLSearchParams(query)
    next.set('state', target.name)
    return html`<a class="button" href="/dev/preview?${next.toString()}">${word}: ${target.name}</a>`
  }
  return html`${link(states[at - 1], 'Before')} ${link(states[at + 1], 'Next')}`
}

function contrasts({ pairs }: PreviewParts) {
  if (pairs === undefined) return ''
  return html`<section class="card">
    <h2>Contrast</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="Contrast">
      <table>
        <thead>
          <tr>
            <th>Scheme</th>
            <th>What for</th>
            <th>Colours</th>
            <th>Ratio</th>
            <th>Needs</th>
            <th>Verdict</th>
          </tr>
        </thead>
        <tbody>
          ${pairs.map(
            ({ scheme, use, ink, ground, inkColour, groundColour, ratio, least, passes }) =>
              html`<tr>
                <td>${scheme}</td>
                <td>${use}</td>
                <td>
                  <svg width="36" height="20" viewBox="0 0 36 20" aria-hidden="true">
                    <rect width="36" height="20" fill="${groundColour}" />
                    <rect x="8" y="6" width="20" height="8" fill="${inkColour}" />
                  </svg>
                  ${ink} on ${ground}
                </td>
                <td>${(Math.floor(ratio * 100) / 100).toFixed(2)}:1</td>
                <td>${least}:1</td>
                <td>${passes ? 'passes' : html`<strong>fails</strong>`}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`
}
