import { describe, expect, it } from 'vitest'
import { knownChallenge, knownCode, onward } from '../../../src/hydra.fixture.ts'
import { origin } from '../../../src/identity.fixture.ts'
import { useOAuth2Site } from '../../../src/oauth2-site.fixture.ts'
import { valueOf } from '../../../src/page-reader.fixture.ts'
import { isBuilt } from '../../../src/site.fixture.ts'

const here = `/device?device_challenge=${knownChallenge}`

describe.skipIf(!isBuilt)('signing in on a device', () => {
  const { hydra, visit } = useOAuth2Site()

  it('fills in the code of a link, and sends it only when asked to @device-1', async () => {
    const reader = visit()
    const page = await reader.open(`${here}&user_code=${knownCode}`)
    expect(valueOf(page, 'user_code')).toBe(knownCode)
    expect(hydra.received).toEqual([])
    const on = await reader.press(page, ['', ''])
    expect(on.html).toContain(`content="0;url=${onward}"`)
    expect(hydra.received).toEqual([{ path: 'device/accept', body: { user_code: knownCode } }])
  })

  it('takes a code with spaces, and draws the page again for a wrong one', async () => {
    const reader = visit()
    const wrong = await reader.press(await reader.open(here), ['', ''], { user_code: 'NO-SUCH' })
    expect([wrong.status, valueOf(wrong, 'user_code')]).toEqual([400, 'NO-SUCH'])
    expect(wrong.html).toContain('data-testid="error-summary"')
    const missing = await reader.press(wrong, ['', ''], { user_code: '  ' })
    expect(missing.status).toBe(400)
    await reader.press(missing, ['', ''], { user_code: ' WDJB - MJHT ' })
    expect(hydra.received).toEqual([{ path: 'device/accept', body: { user_code: knownCode } }])
  })

  it.each([{ Origin: 'https://evil.example' }, { Origin: origin }])('takes no form like %j', async (headers) => {
    const reader = visit()
    await reader.open(here)
    const body = new URLSearchParams({ device_challenge: knownChallenge, user_code: knownCode, form_token: 'guess' })
    const init = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' } }
    const answer = await reader.visitor.fetch(`${origin}/device`, { ...init, body: body.toString() })
    expect(answer.status).toBe(403)
    expect(hydra.received).toEqual([])
  })

  it('starts at the device', async () => {
    expect((await visit().open('/device')).status).toBe(400)
    expect((await visit().open('/device/done')).status).toBe(200)
  })
})
