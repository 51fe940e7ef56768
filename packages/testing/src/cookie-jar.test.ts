import { expect, test } from 'vitest'
import { createVisitor } from './cookie-jar.ts'

function recordingService(setCookie: readonly string[]) {
  const cookies: (string | null)[] = []
  return {
    cookies,
    fetch: async (request: Request) => {
      cookies.push(request.headers.get('cookie'))
      const response = new Response(null, { status: 303, headers: { location: '/elsewhere' } })
      for (const one of setCookie) response.headers.append('set-cookie', one)
      return response
    },
  }
}

test('keeps cookies, also Secure ones on http://localhost, and follows no redirect', async () => {
  const service = recordingService(['csrf_token_ab=one; Path=/; HttpOnly; Secure; SameSite=Lax', 'session=two; Path=/'])
  const visitor = createVisitor(service.fetch)
  expect((await visitor.fetch('http://localhost:4455/login')).status).toBe(303)
  await visitor.fetch('http://localhost:4455/login')
  expect(service.cookies).toEqual([null, 'csrf_token_ab=one; session=two'])
  expect(visitor.cookie('http://localhost:4455/', 'session')).toBe('two')
})

test('an expired cookie is forgotten, and so is everything on request', async () => {
  const visitor = createVisitor(recordingService(['session=two; Path=/']).fetch)
  await visitor.fetch('http://127.0.0.1:4455/')
  expect(visitor.cookieHeader('http://127.0.0.1:4455/')).toBe('session=two')
  visitor.forget()
  expect(visitor.cookieHeader('http://127.0.0.1:4455/')).toBe('')

  const signingOut = createVisitor(recordingService(['session=; Path=/; Max-Age=0']).fetch)
  await signingOut.fetch('http://localhost/')
  expect(signingOut.cookieHeader('http://localhost/')).toBe('')
})

test('cookies of one path or host do not leak to another', async () => {
  const visitor = createVisitor(recordingService(['a=1; Path=/console']).fetch)
  await visitor.fetch('http://localhost/console/x')
  expect(visitor.cookieHeader('http://localhost/')).toBe('')
  expect(visitor.cookieHeader('http://127.0.0.1/console/x')).toBe('')
})
