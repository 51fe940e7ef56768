import { STATUS_CODES } from 'node:http'
import type { ErrorEnvelope } from '@gatehouse/contract/http'
import { html } from 'hono/html'
import { acceptsHtml } from './accepts.ts'
import { selfContainedPage } from './self-contained-page.ts'

/** A refusal or failure at the edge, in words for the person who meets it. */
export interface Problem {
  readonly status: number
  /** What happened, in a few words. */
  readonly title: string
  /** Why, and what to do now. Never anything from inside the service. */
  readonly detail: string
  readonly requestId: string
  readonly headers?: Readonly<Record<string, string>>
  /** Where a person can go on from here. */
  readonly link?: { readonly href: string; readonly text: string }
}

/** Answers a problem in the shape the client reads: a page for browsers, an error envelope for everything else. */
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
