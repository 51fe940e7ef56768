import { html, raw } from 'hono/html'
import GithubSlugger from 'github-slugger'
import { withNames } from '../markdown/code.ts'
import type { Page, Section } from '../page.ts'
import { fieldsOf, typeOf, type Field } from './fields.ts'
import type { ApiContent, ApiDocument, ApiOperation } from './openapi.ts'

type Markup = ReturnType<typeof html>

interface Call extends ApiOperation {
  readonly method: string
  readonly path: string
}

/**
 * Renders an API: a page that lists its calls, and a page for each tag. `folder`: `api/identity`; `served`: the
 * document's path.
 */
export async function renderApi(document: ApiDocument, folder: string, served: string): Promise<readonly Page[]> {
  const tags = groupsOf(callsOf(document))
  const pages = await Promise.all(tags.map(([tag, of]) => tagPage(document, { folder, tag, calls: of })))
  const body = html`<h1>${document.info.title}</h1>
    <p>
      Drawn from the OpenAPI 3.1 document that every gateway serves at <code>${served}</code> of the console’s origin.
    </p>
    ${tags.map(
      ([tag, of]) =>
        html`<h2 id="${tag}"><a class="self" href="#${tag}">${titleOf(tag)}</a></h2>
          <div class="scroll" tabindex="0" role="group" aria-label="Calls">
            <table>
              <thead>
                <tr>
                  <th scope="col">Call</th>
                  <th scope="col">What it does</th>
                </tr>
              </thead>
              <tbody>
                ${of.map(
                  (call) =>
                    html`<tr>
                      <td>
                        <a href="${tag}.html#${idOf(call)}"><code>${call.method} ${call.path}</code></a>
                      </td>
                      <td>${raw(withNames(call.summary))}</td>
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>`,
    )}`
  const sections = [
    section('', document.info.title, 1, served),
    ...tags.map(([tag]) => section(tag, titleOf(tag), 2, '')),
  ]
  const index: Page = {
    path: `${folder}/index.html`,
    title: document.info.title,
    body: String(await body),
    sections,
    kind: 'reference',
  }
  return [index, ...pages]
}

function callsOf(document: ApiDocument): readonly Call[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      // A path has its servers beside its calls.
      typeof operation.operationId === 'string' ? [{ ...operation, path, method: method.toUpperCase() }] : [],
    ),
  )
}

/** The most calls of one page: a longer one is too long to read. */
const mostCalls = 30
/** First segments of most addresses, which do not distinguish calls. */
const beginnings = new Set(['projects', 'workspaces', 'self-service', 'admin'])

/** Groups calls by tag; those of a long tag by their subject as well. */
function groupsOf(calls: readonly Call[]): readonly (readonly [string, readonly Call[]])[] {
  return [...Map.groupBy(calls, ({ tags: [tag = 'other'] }) => tag)].flatMap(([tag, all]) =>
    all.length <= mostCalls ? [[tag, all] as const] : [...Map.groupBy(all, (call) => nameOf(tag, call.path))],
  )
}

function nameOf(tag: string, path: string): string {
  const [first = tag, second] = path.split('/').filter((part) => part !== '' && !part.startsWith('{'))
  const area = beginnings.has(first) ? second : first
  return area === undefined ? tag : `${tag}-${area}`
}

interface Tag {
  readonly folder: string
  readonly tag: string
  readonly calls: readonly Call[]
}

async function tagPage(document: ApiDocument, { folder, tag, calls }: Tag): Promise<Page> {
  const title = `${document.info.title.replace(/^Gatehouse: the (.)/, (_, first: string) => first.toUpperCase())}: ${titleOf(tag).toLowerCase()}`
  const body = html`<h1>${title}</h1>
    <p><a href="index.html">All calls</a></p>
    ${calls.map((call) => callMarkup(document, call))}`
  const sections = [
    section('', title, 1, ''),
    ...calls.map((call) =>
      section(
        idOf(call),
        headingOf(call),
        2,
        `${call.method} ${call.path} ${call.operationId} ${namesOf(document, call)}`,
      ),
    ),
  ]
  return { path: `${folder}/${tag}.html`, title, body: String(await body), sections, kind: 'reference' }
}

function callMarkup(document: ApiDocument, call: Call): Markup {
  const roles = call['x-roles']
  const bodies = Object.entries(call.requestBody?.content ?? {})
  return html`<h2 id="${idOf(call)}"><a class="self" href="#${idOf(call)}">${headingOf(call)}</a></h2>
    <p class="call"><strong>${call.method}</strong> <code>${call.path}</code></p>
    ${roles === undefined ? '' : html`<p>Roles: ${roles.join(', ') || 'none'}.${call['x-reason-required'] === true ? ' Asks for a reason.' : ''}</p>`}
    ${fieldTable(
      'Parameters',
      (call.parameters ?? []).map((one) => ({
        name: one.name,
        type: typeOf(document, one.schema),
        isRequired: one.required === true,
        note: [`in the ${one.in}`, one.schema.description ?? ''].filter(Boolean).join('; '),
      })),
    )}
    ${bodies.length === 0 ? '' : bodyMarkup(document, `Body (${bodies.map(([type]) => type).join(', ')})`, call.requestBody?.content)}
    ${Object.entries(call.responses).map(([status, { description, content }]) =>
      status === 'default' ? '' : bodyMarkup(document, `Answer ${status}`, content, description),
    )}`
}

function bodyMarkup(document: ApiDocument, title: string, content: ApiContent | undefined, description = ''): Markup {
  const [schema] = Object.values(content ?? {}).map((one) => one.schema)
  if (schema === undefined) return html`<p>${title}: ${description}</p>`
  return html`${fieldTable(title, fieldsOf(document, schema))}`
}

function fieldTable(title: string, fields: readonly Field[]): Markup {
  if (fields.length === 0) return html``
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${title}">
    <table>
      <caption>
        ${title}
      </caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${fields.map(
          ({ name, type, isRequired, note }) =>
            html`<tr>
              <td>
                ${name === '' ? 'the body' : html`<code>${raw(breakable(name))}</code>`}${isRequired ? '' : html` <small>optional</small>`}
              </td>
              <td>${type}</td>
              <td>${raw(withNames(note))}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

/** Makes a long name breakable after its dots. Names are those of the contract: letters, digits, `_`, `-`, `[]`. */
function breakable(name: string): string {
  return name.replaceAll(/[^\w.[\]-]/g, '').replaceAll('.', '.<wbr>')
}

function namesOf(document: ApiDocument, { parameters = [], requestBody }: Call): string {
  const [schema] = Object.values(requestBody?.content ?? {}).map((one) => one.schema)
  const fields = schema === undefined ? [] : fieldsOf(document, schema)
  return [...parameters, ...fields].map(({ name }) => name).join(' ')
}

function section(id: string, heading: string, level: number, text: string): Section {
  return { id, heading, level, text }
}

/** Returns the heading of a call: its summary. */
function headingOf({ summary }: Call): string {
  return summary.replaceAll('`', '').replace(/\.$/, '')
}

function idOf({ operationId }: Call): string {
  return new GithubSlugger().slug(operationId)
}

function titleOf(tag: string): string {
  const words = tag
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
