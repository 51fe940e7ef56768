import { STATUS_CODES } from 'node:http'
import type { ErrorEnvelope } from '@gatehouse/contract/http'
import { html } from 'hono/html'
import { acceptsHtml } from './request.ts'
import { selfContainedPage } from './self-contained-page.ts'

/** A refusal or failure at the edge, in words for the person who sees it. */
export interface Problem {
  readonly status: number
  /** The problem, in a few words. */
  readonly title: string
  /** The reason, and the next step. Never internal details of the service. */
  readonly detail: string
  readonly requestId: string
  readonly headers?: Readonly<Record<string, string>>
  /** A link with which a person can continue. */
  readonly link?: { readonly href: string; readonly text: string }
}

/** Answers with a problem in the client's format: a page for browsers, an error envelope for other clients. */
export async function problemResponse(request: Request, problem: Problem): Promise<Response> {
  return acceptsHtml(request.headers) ? problemPage(problem) : problemJson(problem)
}

function problemPage({ status, title, detail, requestId, headers = {}, link }: Problem): Promise<Response> {
  return selfContainedPage({
    title,
    status,
    headers: { ...headers, vary: 'Accept' },
    body: html`<main class="narrow card">
      <h1>${title}</h1>
      <p>${detail}</p>
      ${link === undefined ? '' : html`<p><a class="button" href="${link.href}">${link.text}</a></p>`}
      <p class="soft">
        <small>Request <code>${requestId}</code></small>
      </p>
    </main>`,
  })
}

function problemJson({ status, title, detail, requestId, headers = {} }: Problem): Response {
  const envelope: ErrorEnvelope = {
    error: {
      code: status,
      status: STATUS_CODES[status] ?? 'Error',
      message: title,
      reason: detail,
      request: requestId,
    },
  }
  return new Response(JSON.stringify(envelope), {
    status,
    headers: { ...headers, 'content-type': 'application/json', 'cache-control': 'no-store', vary: 'Accept' },
  })
}
