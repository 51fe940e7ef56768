import { startServerHere } from '@gatehouse/testing/processes'

/** Stands at the addresses of Ory Kratos and Hydra, refuses what it is asked, and keeps which trace it came with. */
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
