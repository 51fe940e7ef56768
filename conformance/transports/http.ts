import type { Transport } from './transport.ts'

/** Plain HTTP requests, exactly as the step says. */
export const http: Transport = async (_step, { method, url, headers, text }, { engine, visitor }) => {
  const request = new Request(url, {
    method,
    headers,
    redirect: 'manual',
    ...(text === undefined ? {} : { body: text }),
  })
  const response = visitor === undefined ? await engine.send(request) : await visitor.fetch(request)
  return { response, faults: [] }
}
