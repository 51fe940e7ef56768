/** A success as JSON. */
export function jsonAnswer(status: number, body: unknown, headers?: Readonly<Record<string, string>>): Response {
  return jsonTextAnswer(status, JSON.stringify(body), headers)
}

/** As `jsonAnswer`, for JSON that is a text already. */
export function jsonTextAnswer(status: number, body: string, headers?: Readonly<Record<string, string>>): Response {
  const answer = new Response(body, {
    status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
  })
  // Callers in this process read the text directly; reading a stream of it would take longer than most calls.
  Object.defineProperty(answer, 'text', { value: () => Promise.resolve(body) })
  return answer
}

/** A success without a body (204 unless a status is given). */
export function emptyAnswer(status = 204, headers?: HeadersInit): Response {
  return new Response(null, { status, ...(headers && { headers }) })
}
