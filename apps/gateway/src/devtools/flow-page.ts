import { isInputNode, type UiNode } from '@gatehouse/contract/flows'
import type { InspectedFlow } from '@gatehouse/identity/service'
import { html } from 'hono/html'
import { devtoolsPage, instant, type DevtoolsPath } from './devtools-page.ts'
import { drawnFrame } from './drawn-frame.ts'
import type { Exchange, History } from './history.ts'

/** A page as it was drawn, and the nonce of its styles. */
export interface DrawnPage {
  readonly html: string
  readonly nonce: string
}

/** The calls that the pages about flows show, and the pages that they link to. */
export interface FlowPageParts {
  readonly history: History
  readonly pages: readonly DevtoolsPath[]
}

/** The flows that were used last. */
export function flowListPage({ history, pages }: FlowPageParts, unknown?: string): Promise<Response> {
  const recent = history.recent().slice(0, 50)
  return devtoolsPage({
    title: 'Flows',
    here: '/dev/flow',
    pages,
    ...(unknown !== undefined && { status: 404 }),
    body: html`${unknown === undefined ? '' : html`<p>There is no flow <code>${unknown}</code>, or it is gone.</p>`}
      <form method="get" action="/dev/flow">
        <label>Id of a flow <input name="id" required value="${unknown ?? ''}" /></label><button>Show</button>
      </form>
      ${
        recent.length === 0
          ? html`<section class="card">
              <p>Nothing has happened yet. Open the <a href="/login">sign-in page</a>.</p>
            </section>`
          : html`<section class="card scroll">
              <table>
                <thead>
                  <tr>
                    <th>Last call</th>
                    <th>Status</th>
                    <th>Flow</th>
                  </tr>
                </thead>
                <tbody>
                  ${recent.map(
                    ({ at, method, path, status, flowId }) =>
                      html`<tr>
                        <td>${instant(at)}<br />${method} ${path}</td>
                        <td>${status}</td>
                        <td><a href="/dev/flow?id=${flowId}">${flowId}</a></td>
                      </tr>`,
                  )}
                </tbody>
              </table>
            </section>`
      }`,
  })
}

/** Shows one flow: its contents and its history, beside its page as this browser's visitor sees it. */
export function flowPage(flow: InspectedFlow, drawn: DrawnPage | undefined, parts: FlowPageParts): Promise<Response> {
  const { history, pages } = parts
  return devtoolsPage({
    title: `${flow.kind}: ${flow.state}`,
    here: '/dev/flow',
    pages,
    wide: true,
    framed: drawn && { styleNonce: drawn.nonce },
    body: html`<div class="beside">
      <div>
        <section class="card scroll">
          <h2>Flow</h2>
          ${facts(flow)}
        </section>
        <section class="card scroll">
          <h2>Messages</h2>
          ${messages(flow)}
        </section>
        <section class="card scroll">
          <h2>Nodes</h2>
          ${nodeTable(flow.nodes)}
        </section>
        <section class="card scroll">
          <h2>History</h2>
          ${historyTable(history.of(flow.id))}
        </section>
      </div>
      <section class="card">
        <h2>Page</h2>
        <p class="soft"><a href="/${flow.kind}?flow=${flow.id}">Open it</a>. Drawn for this browser, without script.</p>
        ${
          drawn === undefined
            ? html`<p>This flow was begun by another browser or by an app, so its page is not shown here.</p>`
            : drawnFrame(`The page of this ${flow.kind} flow`, drawn)
        }
      </section>
    </div>`,
  })
}

function facts(flow: InspectedFlow) {
  const rows: readonly (readonly [string, unknown])[] = [
    ['id', flow.id],
    ['type', flow.type],
    ['state', flow.state],
    ['active', flow.active ?? '–'],
    ['issued', instant(flow.issuedAt)],
    ['changed', instant(flow.updatedAt)],
    ['expires', instant(flow.expiresAt)],
    ['request_url', flow.requestUrl],
    ['return_to', flow.returnTo ?? '–'],
    ['identity', flow.identityId ?? '–'],
  ]
  return html`<table>
    <tbody>
      ${rows.map(
        ([name, value]) =>
          html`<tr>
            <th scope="row">${name}</th>
            <td class="long">${value}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

function messages({ messages: own, nodes }: InspectedFlow) {
  const all = [...own, ...nodes.flatMap((node) => node.messages)]
  if (all.length === 0) return html`<p class="soft">None.</p>`
  return html`<ul>
    ${all.map(({ id, type, text }) => html`<li><code>${id}</code> ${type}: ${text}</li>`)}
  </ul>`
}

function nodeTable(nodes: readonly UiNode[]) {
  return html`<table>
    <thead>
      <tr>
        <th>Group</th>
        <th>Name</th>
        <th>Type</th>
        <th>Value</th>
      </tr>
    </thead>
    <tbody>
      ${nodes.map((node) => {
        const { attributes } = node
        const isInput = isInputNode(node)
        return html`<tr>
          <td>${node.group}</td>
          <td>${isInput ? node.attributes.name : node.type}</td>
          <td>${isInput ? node.attributes.type : attributes.node_type}</td>
          <td class="long">${isInput ? (JSON.stringify(node.attributes.value) ?? '').slice(0, 120) : ''}</td>
        </tr>`
      })}
    </tbody>
  </table>`
}

function historyTable(exchanges: readonly Exchange[]) {
  if (exchanges.length === 0) return html`<p class="soft">Nothing since the process began.</p>`
  return html`<table>
    <thead>
      <tr>
        <th>When</th>
        <th>Call</th>
        <th>Answer</th>
        <th>By</th>
      </tr>
    </thead>
    <tbody>
      ${exchanges.map(
        ({ at, method, path, status, errorId, caller }) =>
          html`<tr>
            <td>${instant(at)}</td>
            <td>${method} ${path}</td>
            <td class="long">${status} ${errorId ?? ''}</td>
            <td>${caller}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}
