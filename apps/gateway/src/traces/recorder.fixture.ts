import { startServerHere } from '@gatehouse/testing/processes'

/** Starts a server at the addresses of Ory Kratos and Hydra, which refuses requests and records their traces. */
export async function startRecorder() {
  const requests: { readonly path: string; readonly traceparent: string | undefined }[] = []
  const { url: origin, close } = await startServerHere((request, response) => {
    const { url = '', headers } = request
    const traceparent = typeof headers['traceparent'] === 'string' ? headers['traceparent'] : undefined
    requests.push({ path: url, traceparent })
    const status = url.startsWith('/health/') ? 200 : url.startsWith('/sessions/') ? 401 : 404
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { code: status, message: 'nothing here', reason: 'nothing here' } }))
  })
  return {
    url: origin,
    requests,
    close,
  }
}
